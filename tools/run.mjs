// Runs one of the repository's own tools with the repository's Node and environment.
import { install, run } from './set-up.mjs';

await install();
const [command, ...args] = process.argv.slice(2);
process.exitCode = await run(command, args, { stdio: 'inherit' });
