// `npm start -- [arguments]`: install what is missing, build what is stale, run the bridge.
import { join } from 'node:path';
import { build, install, node, root, run } from './set-up.mjs';

await install();
await build();
const bin = join(root, 'apps', 'bridge', 'bin', 'collagility-bridge.mjs');
process.exitCode = await run(node(), [bin, ...process.argv.slice(2)], {
  cwd: process.env.INIT_CWD ?? process.cwd(),
  // So that its messages name this command and not one that a clone does not have.
  env: { ...process.env, COLLAGILITY_STARTED_BY: 'npm start' },
  stdio: 'inherit',
});
