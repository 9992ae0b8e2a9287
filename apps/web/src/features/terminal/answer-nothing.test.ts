import { Terminal } from '@xterm/xterm';
import { expect, it } from 'vitest';
import { answerNothing } from './answer-nothing.ts';

const asking = [
  '\x1b[c',
  '\x1b[0c',
  '\x1b[>c',
  '\x1b[5n',
  '\x1b[6n',
  '\x1b[?6n',
  '\x1b[?2004$p',
  '\x1b[4$p',
  '\x1b[>q',
  '\x1b[18t',
  '\x1bP$qm\x1b\\',
  '\x1b]4;1;?\x07',
  '\x1b]10;?\x07',
  '\x1b]11;?\x1b\\',
];

const answersOf = async (isSilent: boolean): Promise<string[]> => {
  const terminal = new Terminal({ allowProposedApi: true });
  if (isSilent) answerNothing(terminal);
  const answers: string[] = [];
  terminal.onData((keys) => answers.push(keys));
  for (const text of asking) await new Promise<void>((resolve) => terminal.write(text, resolve));
  await new Promise<void>((resolve) => terminal.write('\x1b[31mred', resolve));
  expect(terminal.buffer.active.getLine(0)?.translateToString(true)).toContain('red');
  terminal.dispose();
  return answers;
};

it('a terminal that keys are typed into sends nothing but keys, whatever it is asked', async () => {
  expect((await answersOf(false)).length).toBeGreaterThan(5);
  expect(await answersOf(true)).toEqual([]);
});
