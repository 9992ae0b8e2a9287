import { describe, expect, it } from 'vitest';
import { Remembered } from './remembered.ts';

describe('remembered answers', () => {
  it('are found once for all who ask, kept by what they are and as many as fit', async () => {
    let looks = 0;
    const numbers = new Remembered<number>(2, (found) => found < 100);
    const ask = (key: string, value: number) =>
      numbers.get(key, async () => {
        looks += 1;
        return value;
      });
    expect(await Promise.all([ask('a', 1), ask('a', 2)])).toEqual([1, 1]);
    expect(looks).toBe(1);
    await ask('big', 500);
    expect(await ask('big', 3)).toBe(3);
    await ask('b', 1);
    await ask('c', 1);
    expect(await ask('a', 9)).toBe(9);
  });

  it('that failed are asked for again', async () => {
    const numbers = new Remembered<number>(2, () => true);
    await expect(numbers.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await numbers.get('a', async () => 1)).toBe(1);
  });
});
