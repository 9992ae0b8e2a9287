import { expect, test } from 'vitest';
import { hasDisplay, pageByHand } from './open-page.ts';

test('over ssh and without a screen no browser is opened', () => {
  expect(hasDisplay({ DISPLAY: ':0' }, 'linux')).toBe(true);
  expect(hasDisplay({ DISPLAY: ':10', SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22' }, 'linux')).toBe(false);
  expect(hasDisplay({}, 'linux')).toBe(false);
  expect(hasDisplay({}, 'darwin')).toBe(true);
});

test('where no browser opens, the host is told the link of the own page, alone on its line, and how long it lasts', () => {
  const link = 'http://127.0.0.1:4747/s#secret';
  const lines = pageByHand(link).split('\n');
  expect(lines).toContain(link);
  expect(lines.join(' ')).toContain('once, and within 60 seconds');
});
