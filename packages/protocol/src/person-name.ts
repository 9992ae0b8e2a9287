import { maxNameUnits } from './limits.ts';

/** Names are shown to all: no control characters or direction marks, no half characters. `undefined`: nothing is left. */
export function personName(text: string): string | undefined {
  return plainLine(text, maxNameUnits);
}

/** One line without anything that acts on a screen or cannot be seen. */
export function plainLine(text: string, units: number): string | undefined {
  const clean = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, units)
    .toWellFormed();
  return clean === '' ? undefined : clean;
}
