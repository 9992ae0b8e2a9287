import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { inlineScriptHashes, pagePolicy, routeOf, scriptPolicy } from './content-policy.mjs';

describe('content policy', () => {
  test('inline scripts are allowed by their hash, and no other inline script is', () => {
    const html = '<script src="/a.js"></script><script>one()</script><script type="x">two()</script><script></script>';
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(inlineScriptHashes(html)).toEqual([hash('one()'), hash('two()')]);
    expect(pagePolicy([hash('one()')])).toContain(`script-src 'self' ${hash('one()')};`);
  });

  test('only the scripts of the Worker may compile WASM; the page may not, and neither may eval', () => {
    expect(pagePolicy([])).not.toContain('unsafe-eval');
    expect(
      pagePolicy([])
        .split('; ')
        .find((part) => part.startsWith('script-src')),
    ).not.toContain('unsafe-inline');
    expect(scriptPolicy).toContain("'wasm-unsafe-eval'");
    expect(scriptPolicy).toContain("default-src 'none'");
  });

  test('files and their addresses', () => {
    expect(routeOf('index.html')).toBe('/');
    expect(routeOf('s.html')).toBe('/s');
    expect(routeOf('a/index.html')).toBe('/a');
  });
});
