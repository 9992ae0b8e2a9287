// Turbopack loader for libsodium's module. Its WASM, base64 inside of JavaScript, keeps only what the functions of
// `smaller-wrappers.mjs` call, and is stored deflated and inflated by the browser: the Worker gets 50 KB (gz) less to
// load before it can open the room.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import smallerWasm from './smaller-wasm.mjs';
import { nativeCalls } from './smaller-wrappers.mjs';

const wrappers = createRequire(import.meta.url).resolve('libsodium-wrappers');
const wrappersFile = join(dirname(wrappers), '../modules-esm/libsodium-wrappers.mjs');

/** What stands before the WASM in the pinned version: `F??=(decode)("…")` inside an async function. */
const wasm = /F\?\?=\(A=>\{[^{}]*\{?[^"]*?return E\}\)\("([A-Za-z0-9+/=]{100000,})"\)/g;

/** `g._crypto_hash=A.Pa,`: a function's own name and its short one in the WASM. */
const exported = /\bg\.(_\w+)=A\.(\w+),/g;

const inflate = (text) =>
  `F??=new Uint8Array(await new Response(new Blob([Uint8Array.from(atob("${text}"),A=>A.charCodeAt(0))])` +
  `.stream().pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer())`;

/** The same module with less in its WASM. Throws where it does not look as expected: then a new version came. */
export default function smallerSodium(source) {
  const found = [...source.matchAll(wasm)];
  const text = found[0]?.[1];
  const names = [...source.matchAll(exported)];
  if (found.length !== 1 || text === undefined || names.length < 100)
    throw new Error('libsodium looks different: adapt smaller-sodium.mjs.');
  const called = nativeCalls(readFileSync(wrappersFile, 'utf8'));
  const unused = new Set(names.flatMap(([, name, short]) => (called.has(name) ? [] : [short])));
  const bytes = smallerWasm(Buffer.from(text, 'base64'), (name) => !unused.has(name));
  const deflated = deflateRawSync(bytes, { level: 9 }).toString('base64');
  return source
    .replace(found[0][0], () => inflate(deflated))
    .replace(exported, (whole, _name, short) => (unused.has(short) ? '' : whole));
}
