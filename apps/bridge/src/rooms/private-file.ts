import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import * as v from 'valibot';
import { systemErrorCode } from '../bridge-error.ts';

/** Writes a file that only the user may read; a reader sees the old or the new text, never a half. */
export function writePrivateJson(file: string, value: unknown): void {
  const beside = `${file}.${process.pid}.new`;
  const handle = openSync(beside, 'w', 0o600);
  try {
    writeSync(handle, `${JSON.stringify(value, undefined, 2)}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(beside, file);
}

export type ReadJson<T> = { state: 'read'; value: T } | { state: 'missing' } | { state: 'damaged' };

/** Reads a JSON file through its schema; trouble is a value, not a throw. */
export function readJson<S extends v.GenericSchema>(file: string, schema: S): ReadJson<v.InferOutput<S>> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return { state: 'missing' };
    throw error;
  }
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return parsed.success ? { state: 'read', value: parsed.output } : { state: 'damaged' };
}
