import { expect, test } from 'vitest';
import { ownValue } from './own-value.ts';

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', undefined, 'missing'])(
  'a table says nothing of "%s"',
  (word) => {
    expect(ownValue({ known: 1 }, word)).toBeUndefined();
    expect(ownValue({ known: 1 }, 'known')).toBe(1);
  },
);
