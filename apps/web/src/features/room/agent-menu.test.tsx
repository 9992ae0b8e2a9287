import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fold, host, opening, people, viewOf } from '../../../shots/rooms.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { AgentMenu } from './agent-menu.tsx';

test('the button of the agents says what it is for, and ends with the words that stand on it', () => {
  new TestRoom(viewOf(fold([...opening, ...people]), host)).render(<AgentMenu />);
  const button = screen.getByRole('button', { name: /^Agent to speak to: Claude Code/ });
  expect(button.getAttribute('aria-label')?.endsWith(button.textContent.trim())).toBe(true);
});
