import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { boundedOutput } from './bounded-output.ts';

test('somebody who stopped reading costs a bounded memory, and learns what they missed once they go on', async () => {
  const read: string[] = [];
  let goOn: () => void = () => undefined;
  const output = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      read.push(String(chunk));
      goOn = done;
    },
  });
  const write = boundedOutput(output, (leftOut) => `(${leftOut} left out)`, 1_000);
  for (let at = 0; at < 5_000; at++) write(`line ${at}\n`);
  expect(output.writableLength).toBeLessThan(1_100);
  for (let before = -1; before !== read.length; ) {
    before = read.length;
    goOn();
    await new Promise(setImmediate);
  }
  write('next\n');
  goOn();
  await new Promise(setImmediate);
  const got = read.join('');
  const lines = got.split('\n').filter((line) => /^line \d+$/.test(line)).length;
  expect(got).toMatch(new RegExp(`line ${lines - 1}\n\\(${5_000 - lines} left out\\)next\n$`));
});
