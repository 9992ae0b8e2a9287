// After `next build`: one strict policy per page, by the hashes of its inline scripts.
// Writes out/_headers (Workers) and out/csp.json (Node), and removes sources that the bundler copied.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Hashes of every inline script of one page, as `script-src` sources. */
export function inlineScriptHashes(html) {
  const hashes = new Set();
  for (const [, attributes, body] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (/\ssrc\s*=/.test(attributes) || body === '') continue;
    hashes.add(`'sha256-${createHash('sha256').update(body, 'utf8').digest('base64')}'`);
  }
  return [...hashes];
}

const common = [
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/** Policy of a page: no eval of any kind. Whoever serves it for another relay adds that relay to `connect-src`. */
export function pagePolicy(hashes) {
  return ["default-src 'none'", ["script-src 'self'", ...hashes].join(' '), "worker-src 'self'", ...common].join('; ');
}

/** Policy of the scripts themselves: a worker runs under its own response's policy, and only it compiles WASM. */
export const scriptPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=()',
};

function files(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });
}

/** `s.html` → `/s`, `index.html` → `/`. */
export function routeOf(file) {
  const name = file.replaceAll('\\', '/').replace(/\.html$/, '');
  return name === 'index' ? '/' : `/${name.replace(/\/index$/, '')}`;
}

function main(out) {
  const all = files(out);
  for (const path of all) {
    if (/_next\/static\/media\/[^/]*\.tsx?$/.test(path.replaceAll('\\', '/'))) rmSync(path);
  }
  const pages = {};
  for (const path of all.filter((name) => name.endsWith('.html'))) {
    pages[routeOf(relative(out, path))] = pagePolicy(inlineScriptHashes(readFileSync(path, 'utf8')));
  }
  const rules = Object.entries(pages).flatMap(([route, policy]) =>
    (route === '/s' ? ['/s', '/s/*'] : [route]).map((path) => rule(path, { 'Content-Security-Policy': policy })),
  );
  const everywhere = rule('/*', headers);
  const scripts = rule('/_next/static/*', {
    'Content-Security-Policy': scriptPolicy,
    'Cache-Control': 'public, max-age=31536000, immutable',
  });
  writeFileSync(join(out, '_headers'), [everywhere, ...rules, scripts].join('\n'));
  writeFileSync(join(out, 'csp.json'), `${JSON.stringify({ headers, pages, scripts: scriptPolicy }, null, 2)}\n`);
}

const rule = (path, fields) =>
  `${path}\n${Object.entries(fields)
    .map(([name, value]) => `  ${name}: ${value}\n`)
    .join('')}`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(fileURLToPath(new URL('../out', import.meta.url)));
}
