import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ErrorBoundary } from './error-boundary.tsx';

// React tells the console of what was caught.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());

function Card({ text }: { text: string | undefined }) {
  return <p>{text?.toUpperCase() ?? broken()}</p>;
}
const broken = (): never => {
  throw new Error('cannot be drawn');
};
const draw = (first: string | undefined) => (
  <>
    <ErrorBoundary resetKey={first}>
      <Card text={first} />
    </ErrorBoundary>
    <ErrorBoundary resetKey="b">
      <Card text="b" />
    </ErrorBoundary>
  </>
);

test('one card that cannot be drawn says so, the others go on, and new contents are tried again', () => {
  const view = render(draw(undefined));
  expect(screen.getByText('B')).toBeTruthy();
  expect(screen.getByText(/could not be drawn/i)).toBeTruthy();
  view.rerender(draw('a'));
  expect(screen.getByText('A')).toBeTruthy();
  expect(screen.queryByText(/could not be drawn/i)).toBeNull();
});
