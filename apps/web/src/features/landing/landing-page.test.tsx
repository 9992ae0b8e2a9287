import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LandingPage } from './landing-page.tsx';

test('what goes to the people who are let in names the files that they can read', () => {
  render(<LandingPage />);
  const goes = screen.getByRole('heading', { name: 'Goes to the people you let in' }).parentElement;
  if (goes === null) throw new Error('the heading stands alone');
  expect(within(goes).getByText(/Files of the folder that git does not ignore/)).toBeTruthy();
});
