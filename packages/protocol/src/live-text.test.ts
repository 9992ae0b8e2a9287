import { describe, expect, it } from 'vitest';
import { joinedText, type LiveText, lengthOf, maxOutputUnits, withPiece } from './live-text.ts';

const written = (pieces: readonly string[]): LiveText =>
  pieces.reduce<LiveText>((text, piece) => withPiece(text, lengthOf(text), piece), { x: '' });
const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => `line ${from + index} 👩 of a build\n`).join('');

describe('the output of a command that runs', () => {
  it('[CLG-54] is whole while it is short', () => {
    expect(written(['one\n', 'two\n'])).toEqual({ x: 'one\ntwo\n' });
  });

  it('[CLG-54] keeps its first and its last part when it grows, knows how much is between, and splits no line', () => {
    const pieces = Array.from({ length: 300 }, (_, index) => lines(index * 100, index * 100 + 100));
    const whole = pieces.join('');
    const text = written(pieces);
    const { at, units } = text.cut ?? { at: 0, units: 0 };
    expect(text.x.length).toBeLessThanOrEqual(maxOutputUnits);
    expect(lengthOf(text)).toBe(whole.length);
    expect(whole.startsWith(text.x.slice(0, at))).toBe(true);
    expect(whole.slice(at + units)).toBe(text.x.slice(at));
    expect(text.x.slice(at)).toMatch(/^line \d+ 👩 of a build\n/);
    expect(text.x.slice(0, at)).toMatch(/build\n$/);
    expect(joinedText(text, (left) => `… ${left} …`)).toContain(`build\n\n… ${units} …\nline `);
  });

  it('[B34] splits no character where there are no lines', () => {
    const text = written(Array.from({ length: 40 }, () => `x${'👩'.repeat(8 * 1024)}`));
    expect(text.cut?.units).toBeGreaterThan(0);
    expect(text.x.isWellFormed()).toBe(true);
  });

  it('[CLG-54] what was never sent is left out, too', () => {
    const text = withPiece({ x: 'first\n' }, 1_000, 'last\n');
    expect(text).toEqual({ x: 'first\nlast\n', cut: { at: 6, units: 994 } });
    expect(withPiece(text, 2_000, 'end\n')).toEqual({ x: 'first\nend\n', cut: { at: 6, units: 1_994 } });
  });
});
