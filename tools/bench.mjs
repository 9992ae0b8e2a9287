// `npm run bench [-- <row>… --rounds 3]`: builds, then measures the real parts; ends with 1 where a gate is missed.
import { join } from 'node:path';
import { chromium } from './chromium.mjs';
import { build, environment, install, node, root, run } from './set-up.mjs';

const args = process.argv.slice(2);
const rows = args.filter((word) => /^[a-z]/.test(word));
const needsPage = rows.length === 0 || rows.some((row) => row.startsWith('page-') || row.startsWith('join-'));
await install();
const browser = needsPage ? await chromium() : undefined;
if (needsPage || rows.includes('bridge-package')) await build();
process.exitCode = await run(node(), [join(root, 'e2e', 'bench', 'index.ts'), ...args], {
  env: environment(browser === undefined ? {} : { CHROMIUM_PATH: browser }),
  stdio: ['ignore', 'inherit', 'inherit'],
});
