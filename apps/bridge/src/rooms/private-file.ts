import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import * as v from 'valibot';
import { BridgeError, systemErrorCode } from '../bridge-error.ts';

/** Writes a file that only the user may read; a reader sees the old or the new text, never a half. */
export function writePrivateJson(file: string, value: unknown): void {
  const beside = `${file}.${process.pid}.new`;
  try {
    const handle = openSync(beside, 'w', 0o600);
    try {
      writeSync(handle, `${JSON.stringify(value, undefined, 2)}\n`);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(beside, file);
  } catch (cause) {
    rmSync(beside, { force: true });
    throw new BridgeError(
      'cannotCreate',
      'not_saved',
      `${file} cannot be written (${cause instanceof Error ? cause.message : cause}). What it held before is kept.`,
      ['Make room on the disk or give the file to your user, then start again.'],
      { cause },
    );
  }
}

export type ReadJson<T> =
  | { state: 'read'; value: T }
  | { state: 'missing' }
  /** What it holds is not what was written, or the system does not let it be read. */
  | { state: 'damaged'; why: string };

/** Reads a JSON file through its schema; trouble is a value, not a throw. */
export function readJson<S extends v.GenericSchema>(file: string, schema: S): ReadJson<v.InferOutput<S>> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return { state: 'missing' };
    if (error instanceof Error && 'syscall' in error) return { state: 'damaged', why: error.message };
    throw error;
  }
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return parsed.success
    ? { state: 'read', value: parsed.output }
    : { state: 'damaged', why: 'it does not hold what was written' };
}
