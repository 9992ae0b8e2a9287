import { expect, test } from 'vitest';
import { plainCommand } from './shell-command.ts';

test.each([
  [`/bin/bash -lc 'touch x && echo y'`, 'touch x && echo y'],
  ['/bin/bash -lc ls', 'ls'],
  [`bash -c "echo \\"hi\\""`, 'echo "hi"'],
  [`/usr/bin/zsh -lc 'echo '"'"'hi'"'"''`, `echo 'hi'`],
  [`/bin/bash -lc 'a\nb'`, 'a\nb'],
])('%s is shown as the command in it', (command, plain) => {
  expect(plainCommand(command).command).toBe(plain);
});

test.each([
  'ls -la',
  `/bin/bash -lc 'ls' extra`,
  `/bin/bash -lc "echo $HOME"`,
  `/bin/bash -lc 'open`,
  `/bin/bash -lc ls; rm -rf x`,
  `python -c 'x'`,
])('%s is shown whole', (command) => {
  expect(plainCommand(command)).toEqual({ command });
});
