import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Fields, numberAt, textAt } from '../../fields.ts';
import { type RpcError, rpcCodes } from '../../json-rpc.ts';
import { confine } from './confine.ts';

/** A text file that an agent reads whole; more than this is not one. */
const maxReadBytes = 16 * 1024 * 1024;

export type Served = { ok: true; result: unknown } | { ok: false; error: RpcError };

export interface FilesOptions {
  workspacePath: string;
  /** Whether this write may be done: it was allowed in this turn, or is asked now. */
  mayWrite(path: string, oldText: string | undefined, newText: string): Promise<boolean>;
}

const refused = (message: string, code: number = rpcCodes.invalidParams): Served => ({
  ok: false,
  error: { code, message },
});

/** `fs/read_text_file`: lines from 1 on. */
export async function readTextFile(params: Fields, { workspacePath }: FilesOptions): Promise<Served> {
  const place = await confine(textAt(params, 'path') ?? '', workspacePath);
  if (!place.ok) return refused(place.message);
  const text = await textOf(place.path);
  if (!text.ok) return text;
  const { line, limit } = { line: numberAt(params, 'line') ?? 1, limit: numberAt(params, 'limit') };
  if (line <= 1 && limit === undefined) return { ok: true, result: { content: text.result } };
  const first = Math.max(0, line - 1);
  const lines = text.result.split(/(?<=\n)/).slice(first, limit === undefined ? undefined : first + Math.max(0, limit));
  return { ok: true, result: { content: lines.join('') } };
}

/** `fs/write_text_file`. */
export async function writeTextFile(params: Fields, options: FilesOptions): Promise<Served> {
  const place = await confine(textAt(params, 'path') ?? '', options.workspacePath);
  const content = textAt(params, 'content');
  if (!place.ok) return refused(place.message);
  if (content === undefined) return refused('There is no content.');
  const old = await textOf(place.path);
  if (!old.ok && old.error.code !== notFoundCode) return old;
  if (!(await options.mayWrite(place.path, old.ok ? old.result : undefined, content))) {
    return refused('The people in this session did not allow this.', rpcCodes.internalError);
  }
  // Asking takes time in which a link may have been put there.
  const again = await confine(place.path, options.workspacePath);
  if (!again.ok || again.path !== place.path) return refused('The path leads out of the workspace.');
  try {
    await mkdir(dirname(place.path), { recursive: true });
    await writeFile(place.path, content);
    return { ok: true, result: {} };
  } catch (error) {
    return refused(messageOf(error), rpcCodes.internalError);
  }
}

/** Read as if it were, it would be written back with every other character lost. */
const notText = 'The file is not UTF-8 text, so that it is neither read nor replaced here.';

/** A byte order mark stays, so that it is written back. */
function decoded(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The protocol's code for a resource that is not there. */
const notFoundCode = -32_002;

async function textOf(path: string): Promise<{ ok: true; result: string } | { ok: false; error: RpcError }> {
  try {
    const found = await stat(path);
    if (!found.isFile()) return { ok: false, error: { code: rpcCodes.invalidParams, message: 'That is not a file.' } };
    if (found.size > maxReadBytes)
      return { ok: false, error: { code: rpcCodes.invalidParams, message: 'The file is too large.' } };
    const text = decoded(await readFile(path));
    if (text === undefined) return { ok: false, error: { code: rpcCodes.invalidParams, message: notText } };
    return { ok: true, result: text };
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return {
      ok: false,
      error: {
        code: isMissing ? notFoundCode : rpcCodes.internalError,
        message: isMissing ? 'There is no such file.' : messageOf(error),
      },
    };
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
