import { expect, test } from 'vitest';

const { nodeTrouble }: { nodeTrouble(place: object): string | undefined } = await import(
  new URL('../tools/node-version.mjs', import.meta.url).href
);
const linux = { platform: 'linux', arch: 'x64', isGlibc: true };

test('a Node that cannot run the repository is refused before anything is installed, and the word names what is needed', () => {
  // Where the repository brings its own, any Node that installs it is enough.
  expect(nodeTrouble({ ...linux, version: '20.0.0' })).toBe(undefined);
  expect(nodeTrouble({ ...linux, version: '18.20.4' })).toContain('needs Node 20.0 or newer here; this is 18.20.4');
  for (const elsewhere of [{ platform: 'darwin', arch: 'arm64' }, { arch: 'arm64' }, { isGlibc: false }]) {
    const place = { ...linux, ...elsewhere };
    expect(nodeTrouble({ ...place, version: '20.19.0' })).toContain('needs Node 22.18 or newer');
    expect(nodeTrouble({ ...place, version: '22.17.1' })).toContain('Nothing was installed');
    expect(nodeTrouble({ ...place, version: '22.18.0' })).toBe(undefined);
    expect(nodeTrouble({ ...place, version: '24.0.0' })).toBe(undefined);
  }
});
