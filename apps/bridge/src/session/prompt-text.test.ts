import { cpuMs } from '@collagility/fixtures/cpu-ms.ts';
import { expect, it } from 'vitest';
import { isBlank, judgePromptText } from './prompt-text.ts';

it.each(['', ' \n\t', '\u00a0\u3000', '\u200b', '\u200b \u2060', '\u3164', '\u2800', '\ufeff', '\u{e0041}'])(
  '[B19] a prompt of which nothing can be seen is none: %j',
  (text) => expect(judgePromptText(text)).toBe('empty'),
);

it('[B19] what can be seen is a prompt, whatever it begins with', () => {
  for (const text of ['-v', '--', '/', '。', '❤️', '\u200bgo']) {
    expect(judgePromptText(text)).toBeUndefined();
    expect(isBlank(text)).toBe(false);
  }
});

it('a long text is looked at in one pass', () => {
  const startedMs = cpuMs();
  expect(isBlank(`${'\u200b '.repeat(500_000)}x`)).toBe(false);
  expect(cpuMs() - startedMs).toBeLessThan(2_000);
});
