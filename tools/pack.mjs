// `npm run pack [-- <folder>]`: builds the bridge and packs what would be published; says how large it is.
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, install, root, run, say } from './set-up.mjs';

/** DESIGN's gate for the whole package, page inside. */
const maxPackedBytes = 2 * 1024 * 1024;

const folder = resolve(process.argv[2] ?? join(root, 'packed'));
await install();
await build();
mkdirSync(folder, { recursive: true });
for (const name of tarballs()) rmSync(join(folder, name));

// npm runs no scripts here (.npmrc), so that the build above is what is packed.
const code = await run('npm', ['pack', '--silent', '--pack-destination', folder], {
  cwd: join(root, 'apps', 'bridge'),
});
const [tarball] = tarballs();
if (code !== 0 || tarball === undefined) {
  say(`npm pack ended with ${code}; nothing was packed.`);
  process.exit(code || 1);
}
const bytes = statSync(join(folder, tarball)).size;
process.stdout.write(`${join(folder, tarball)}  ${(bytes / 1024).toFixed(0)} KB\n`);
if (bytes > maxPackedBytes) {
  say(`That is more than ${maxPackedBytes / 1024 / 1024} MB. Look at what grew: tar tzvf ${join(folder, tarball)}`);
  process.exitCode = 1;
}

function tarballs() {
  return readdirSync(folder).filter((name) => /^collagility-bridge-.*\.tgz$/.test(name));
}
