import { as, type PromptId } from '@collagility/protocol/ids';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  claude,
  fold,
  guestA,
  guestB,
  host,
  opening,
  people,
  promptId,
  type Told,
  viewOf,
} from '../../../shots/rooms.ts';
import { queued } from '../../../shots/waiting.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { Queue } from './queue.tsx';

const open = (me = host, ...more: Told[]) => {
  const room = new TestRoom(viewOf(fold([...opening, ...people, ...queued, ...more]), me));
  room.render(<Queue />);
  return room;
};
const [second, third] = [promptId('p2'), promptId('p3')];
const menuItem = (name: string, at = 0) => {
  const found = screen.getAllByRole('menuitem', { name, hidden: true })[at];
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
};

describe('the queue', () => {
  test('an edit sends the whole new text of that prompt', () => {
    const room = open();
    fireEvent.click(menuItem('Edit…', 1));
    const field = screen.getByLabelText('What the agent is told instead');
    expect(field instanceof HTMLTextAreaElement && field.value).toBe('Write a short changelog entry');
    fireEvent.change(field, { target: { value: 'Write it short' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(room.sent).toEqual([{ type: 'queue.edit', promptId: third, text: 'Write it short' }]);
  });

  test('a long prompt is fetched whole before it can be changed', async () => {
    const long = as<PromptId>('long');
    const whole = { blob: '0a'.repeat(16), len: 9, hash: '0b'.repeat(32), head: 'the', tail: 'part' };
    open(host, { type: 'ai.prompt.queued', agentId: claude, promptId: long, by: host, text: 'the', whole });
    await act(async () => {
      fireEvent.click(menuItem('Edit…', 2));
    });
    await waitFor(() => {
      const field = screen.getByLabelText('What the agent is told instead');
      expect(field instanceof HTMLTextAreaElement && field.value).toBe('the whole part');
    });
  });

  test('Alt with an arrow moves a prompt, as the menu does; at the end it stays', () => {
    const room = open();
    const [first, last] = screen.getAllByRole('button', { name: 'Actions for this prompt' });
    if (first === undefined || last === undefined) throw new Error('two prompts');
    fireEvent.keyDown(first, { key: 'ArrowUp', altKey: true });
    fireEvent.keyDown(last, { key: 'ArrowUp' });
    expect(room.sent).toEqual([]);
    fireEvent.keyDown(last, { key: 'ArrowUp', altKey: true });
    expect(room.sent).toEqual([{ type: 'queue.reorder', agentId: claude, order: [third, second] }]);
  });

  test('somebody who may not run prompts has no acts on others’ prompts; a change stands under its maker’s name', () => {
    open(guestA, { type: 'ai.prompt.edited', agentId: claude, promptId: third, by: guestB, text: 'Other words' });
    expect(screen.queryByRole('menuitem', { name: 'Edit…', hidden: true })).toBeNull();
    expect(screen.getByText('Other words')).toBeTruthy();
    expect(screen.getByText('changed by Ben')).toBeTruthy();
  });
});
