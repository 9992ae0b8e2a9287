// Turbopack loader for libsodium-wrappers: of its 268 functions the protocol calls a dozen, and the Worker loads only those.
// Everything else of the module, with its checks, stays as it is.

/** What `packages/protocol` calls; a test holds this list against its sources. */
export const used = [
  'crypto_aead_xchacha20poly1305_ietf_decrypt',
  'crypto_aead_xchacha20poly1305_ietf_encrypt',
  'crypto_generichash',
  'crypto_generichash_final',
  'crypto_generichash_init',
  'crypto_generichash_update',
  'crypto_hash',
  'crypto_scalarmult',
  'crypto_scalarmult_base',
  // The module's own test at its start.
  'crypto_secretbox_easy',
  'crypto_secretbox_open_easy',
  'crypto_sign_detached',
  'crypto_sign_seed_keypair',
  'crypto_sign_verify_detached',
  'randombytes_buf',
];

/** `for(var e=["name",…],a=[fn,…],i=0;`: names and functions side by side. */
const table = /for\(var (\w+)=\[((?:"\w+",?){100,})\],(\w+)=\[([\w$,]{300,})\],(\w+)=0;/g;

/** Numbers of the library by their names; the module's own test needs two of them, the protocol none. */
const numbers = /=\[("SODIUM_LIBRARY_VERSION_MAJOR"(?:,"\w+"){100,})\]/g;
const usedNumbers = ['crypto_secretbox_KEYBYTES', 'crypto_secretbox_NONCEBYTES'];

/** The same module with fewer functions. Throws where it does not look as expected: then a new version came. */
export default function smallerWrappers(source) {
  const { whole, names, functions, index, kept } = readTable(source);
  const list = kept.map(([name]) => `"${name}"`).join(',');
  const values = kept.map(([, reference]) => reference).join(',');
  if ([...source.matchAll(numbers)].length !== 1) throw new Error('libsodium-wrappers has other numbers: adapt this.');
  return source
    .replace(whole, () => `for(var ${names}=[${list}],${functions}=[${values}],${index}=0;`)
    .replace(numbers, () => `=[${usedNumbers.map((name) => `"${name}"`).join(',')}]`);
}

/** Names of the WASM's functions that the smaller module may call. */
export function nativeCalls(source) {
  const { dropped } = readTable(source);
  const parts = source.split(/(?=function [\w$]+\()/).filter((part) => {
    const name = /^function ([\w$]+)\(/.exec(part)?.[1];
    return name === undefined || !dropped.has(name);
  });
  const calls = parts.flatMap((part) => [...part.matchAll(/\br\.(_\w+)/g)].map(([, name]) => name));
  // These two are looked up by their names.
  const lookedUp = [...used, ...usedNumbers].map((name) => `_${name.toLowerCase()}`);
  return new Set([...calls, ...lookedUp]);
}

function readTable(source) {
  const found = [...source.matchAll(table)];
  const [whole, names, quoted, functions, references, index] = found[0] ?? [];
  const allNames = (quoted ?? '').split(',').map((name) => name.slice(1, -1));
  const allReferences = (references ?? '').split(',');
  if (found.length !== 1 || allNames.length !== allReferences.length)
    throw new Error('libsodium-wrappers looks different: adapt smaller-wrappers.mjs.');
  const entries = allNames.map((name, at) => [name, allReferences[at]]);
  const kept = entries.filter(([name]) => used.includes(name));
  const dropped = new Set(entries.flatMap(([name, reference]) => (used.includes(name) ? [] : [reference])));
  return { whole, names, functions, index, kept, dropped };
}
