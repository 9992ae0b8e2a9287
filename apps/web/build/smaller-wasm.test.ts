import { expect, test } from 'vitest';
import smallerWasm from './smaller-wasm.mjs';

/** Sections of a module: function types, imports… each with its number. */
const wasm = (...sections: Array<[id: number, body: number[]]>): Buffer =>
  Buffer.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...sections.flatMap(([id, body]) => [id, body.length, ...body]),
  ]);

const body = (...code: number[]): number[] => [code.length + 2, 0x00, ...code, 0x0b];
const constant = (value: number) => [0x41, value];
const name = (letter: string) => [1, letter.charCodeAt(0)];

/**
 * Functions: 0 calls 1; 1 is 7; 2 calls place 0 of the table with the type of 3; 3 is 8, 4 is 9 of another type, both
 * in the table; 5 is 10, called by nobody. Exports: a is 0, b is 2, c is 5.
 */
const whole = wasm(
  [1, [2, 0x60, 0, 1, 0x7f, 0x60, 1, 0x7f, 1, 0x7f]],
  [3, [6, 0, 0, 0, 0, 1, 0]],
  [4, [1, 0x70, 0, 2]],
  [7, [3, ...name('a'), 0, 0, ...name('b'), 0, 2, ...name('c'), 0, 5]],
  [9, [1, 0, ...constant(0), 0x0b, 2, 3, 4]],
  [
    10,
    [
      6,
      ...body(0x10, 1),
      ...body(...constant(7)),
      ...body(...constant(0), 0x11, 0, 0),
      ...body(...constant(8)),
      ...body(...constant(9)),
      ...body(...constant(10)),
    ],
  ],
);

async function kept(letters: string): Promise<Record<string, number>> {
  const bytes = smallerWasm(whole, (each: string) => letters.includes(each));
  const { exports } = (await WebAssembly.instantiate(new Uint8Array(bytes))).instance;
  const results = Object.entries(exports).map(([key, value]) => [key, typeof value === 'function' ? value() : value]);
  return Object.fromEntries(results);
}

test('what is kept works, with what it calls by number and by a place in the table', async () => {
  expect(await kept('abc')).toEqual({ a: 7, b: 8, c: 10 });
  expect(await kept('a')).toEqual({ a: 7 });
  expect(await kept('b')).toEqual({ b: 8 });
});

test('bodies that nothing reaches are gone: of a place in the table only those of the called type stay', () => {
  const has = (letters: string, value: number) =>
    smallerWasm(whole, (each: string) => letters.includes(each)).includes(
      Buffer.from([0x00, ...constant(value), 0x0b]),
    );
  expect([7, 8, 9, 10].map((value) => has('a', value))).toEqual([true, false, false, false]);
  expect([7, 8, 9, 10].map((value) => has('b', value))).toEqual([false, true, false, false]);
});

test('an instruction that it does not know is refused: a call could hide behind it', () => {
  const unknown = wasm([1, [1, 0x60, 0, 0]], [3, [1, 0]], [7, [1, ...name('a'), 0, 0]], [10, [1, ...body(0xfd, 0x0c)]]);
  expect(() => smallerWasm(unknown, () => true)).toThrow(/instruction fd/);
});
