import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Unbroken } from './unbroken.tsx';

const whole = (text: string) => {
  const { container } = render(<Unbroken text={text} />);
  expect(container.textContent).toBe(text);
  return [...container.querySelectorAll('.whitespace-nowrap')].map((part) => part.textContent);
};

test('keeps a flag and a name with hyphens in one line, and changes no character', () => {
  expect(whole('npx collagility-bridge --resume now')).toEqual(['collagility-bridge', '--resume']);
  expect(whole('no hyphen at all')).toEqual([]);
});

test('lets a word break that would fit in no line of a phone', () => {
  expect(whole(`rm -rf ${'a-'.repeat(40)}`)).toEqual(['-rf']);
  expect(whole('-a '.repeat(2_000))).toEqual([]);
});
