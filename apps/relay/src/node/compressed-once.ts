import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { accepts } from 'hono/accepts';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress';

const gzipped = promisify(gzip);
/** Below this the headers weigh more. */
const minBytes = 1024;
/** More than the web app has files. The same file has many spellings of its address: what is beyond goes as it is. */
const maxKept = 512;

/**
 * Answers to GET, compressed for whoever takes gzip. Each address is compressed once and kept: a thousand requests cost the
 * host's processor no more than one. For files that do not change while the server runs.
 */
export function compressedOnce(): MiddlewareHandler {
  const kept = new Map<string, { body: Uint8Array<ArrayBuffer>; headers: Headers }>();
  return async (context, next) => {
    const { req } = context;
    const takes = accepts(context, { header: 'Accept-Encoding', supports: ['gzip'], default: 'identity' }) === 'gzip';
    const known = req.method === 'GET' && takes ? kept.get(req.path) : undefined;
    if (known !== undefined) return new Response(known.body, { headers: new Headers(known.headers) });
    await next();
    const { res } = context;
    const type = res.headers.get('Content-Type') ?? '';
    const isFit = res.status === 200 && req.method === 'GET' && Number(res.headers.get('Content-Length')) >= minBytes;
    if (!isFit || !COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type)) return;
    res.headers.append('Vary', 'Accept-Encoding');
    if (!takes || kept.size >= maxKept) return;
    const headers = new Headers(res.headers);
    headers.set('Content-Encoding', 'gzip');
    headers.delete('Content-Length');
    const body = new Uint8Array(await gzipped(await res.arrayBuffer()));
    kept.set(req.path, { body, headers });
    // Else Hono adds the length of the whole file again.
    context.res = undefined;
    context.res = new Response(body, { headers: new Headers(headers) });
  };
}
