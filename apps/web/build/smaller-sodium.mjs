// Turbopack loader for libsodium's module: its WASM, base64 inside of JavaScript, is stored deflated and inflated by the
// browser. The Worker gets 29 KB (gz) less to load before it can open the room.
import { deflateRawSync } from 'node:zlib';

/** What stands before the WASM in the pinned version: `F??=(decode)("…")` inside an async function. */
const wasm = /F\?\?=\(A=>\{[^{}]*\{?[^"]*?return E\}\)\("([A-Za-z0-9+/=]{100000,})"\)/g;

const inflate = (text) =>
  `F??=new Uint8Array(await new Response(new Blob([Uint8Array.from(atob("${text}"),A=>A.charCodeAt(0))])` +
  `.stream().pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer())`;

/** The same module with its WASM deflated. Throws where it does not look as expected: then a new version came. */
export default function smallerSodium(source) {
  const found = [...source.matchAll(wasm)];
  const text = found[0]?.[1];
  if (found.length !== 1 || text === undefined) throw new Error('libsodium looks different: adapt smaller-sodium.mjs.');
  const deflated = deflateRawSync(Buffer.from(text, 'base64'), { level: 9 }).toString('base64');
  return source.replace(found[0][0], () => inflate(deflated));
}
