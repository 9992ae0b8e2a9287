import { readFileSync, statSync } from 'node:fs';

/**
 * Text of a file that a stranger may have put there; `undefined` where there is none, or it is too large. A link to a
 * device or a pipe is none: reading one would never end.
 */
export function readSmallFile(path: string, maxBytes: number): string | undefined {
  try {
    const found = statSync(path);
    return found.isFile() && found.size <= maxBytes ? readFileSync(path, 'utf8') : undefined;
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return undefined;
    throw error;
  }
}
