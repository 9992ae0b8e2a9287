// Makes what is published: dist/cli.mjs (one file, every package inside), dist/aider-driver (run by aider's
// own Python) and web/ (the page, copied).
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const bridge = fileURLToPath(new URL('..', import.meta.url));

/** Bundles the command line into `outfile`, and puts beside it what it cannot hold. */
export async function bundle(outfile) {
  const { version } = JSON.parse(readFileSync(join(bridge, 'package.json'), 'utf8'));
  await build({
    entryPoints: [join(bridge, 'src/cli.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22.18',
    minify: true,
    keepNames: true,
    legalComments: 'none',
    logLevel: 'warning',
    define: { 'process.env.COLLAGILITY_VERSION': JSON.stringify(version) },
    // Optional native parts of ws: plain JavaScript does the same.
    external: ['bufferutil', 'utf-8-validate'],
    banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
  });
  const pythonDriver = join(bridge, '../../packages/adapters/src/drivers/aider/aider-driver');
  cpSync(pythonDriver, join(dirname(outfile), 'aider-driver'), {
    recursive: true,
    filter: (path) => !path.includes('__pycache__'),
  });
}

/** Copies the page's static export beside it. */
export function copyPage(target) {
  const source = join(bridge, '..', 'web', 'out');
  if (!existsSync(join(source, 's.html'))) {
    throw new Error('The page is not built (apps/web/out/s.html is missing). Run `npm run build` at the root.');
  }
  rmSync(target, { recursive: true, force: true });
  cpSync(source, target, { recursive: true });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    rmSync(join(bridge, 'dist'), { recursive: true, force: true });
    mkdirSync(join(bridge, 'dist'));
    await bundle(join(bridge, 'dist', 'cli.mjs'));
    copyPage(join(bridge, 'web'));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
