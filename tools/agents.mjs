// `npm run test:agents [-- <agent>]`: installs real agents into .agents and runs the tests that drive them.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, install, root, run, say } from './set-up.mjs';

/** Each in a folder of its own, so that npm does not climb to the workspaces and no lock file changes. */
const agents = {
  claude: { package: '@anthropic-ai/claude-code', version: '2.1.332' },
  codex: { package: '@openai/codex', version: '0.171.0' },
};

const wanted = process.argv[2];
if (wanted !== undefined && !Object.hasOwn(agents, wanted)) {
  say(`There is no agent "${wanted}" to test. Known: ${Object.keys(agents).join(', ')}.`);
  process.exit(2);
}
const names = wanted === undefined ? Object.keys(agents) : [wanted];

await install();
for (const name of names) await installAgent(name, agents[name]);

const output = join(root, '.test-output', 'agents.json');
rmSync(output, { force: true });
const files = names.map((name) => `${name}-`);
const args = ['run', '--config', 'agents/vitest.config.ts', '--reporter=default', '--reporter=json'];
const code = await run('vitest', [...args, `--outputFile.json=${output}`, ...files], {
  cwd: join(root, 'e2e'),
  // What is tested is the real agent with a clean environment of its own; ours only finds it.
  env: environment({ AGENTS_FOLDER: join(root, '.agents') }),
  stdio: ['ignore', 'inherit', 'inherit'],
});
const sum = count(code);
process.stdout.write(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped\n`);
process.exitCode = sum.failed > 0 || sum.passed === 0 ? 1 : 0;

async function installAgent(name, { package: packageName, version }) {
  const folder = join(root, '.agents', name);
  const installed = join(folder, 'node_modules', packageName, 'package.json');
  if (existsSync(installed) && JSON.parse(readFileSync(installed, 'utf8')).version === version) return;
  say(`Installing ${packageName} ${version} for the test (large, once)…`);
  mkdirSync(folder, { recursive: true });
  const manifest = {
    private: true,
    dependencies: { [packageName]: version },
    allowScripts: { [packageName]: true },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  // Its install script places the program; the repository's own setting would forbid it.
  const flags = ['--ignore-scripts=false', '--no-package-lock', '--no-progress', '--loglevel=error'];
  const installCode = await run('npm', ['install', '--prefix', folder, ...flags], { cwd: folder });
  if (installCode === 0) return;
  say(`Installing ${packageName} failed (npm ended with ${installCode}).`);
  process.stdout.write('0 passed, 1 failed, 0 skipped\n');
  process.exit(1);
}

function count(exitCode) {
  let report = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
  try {
    report = JSON.parse(readFileSync(output, 'utf8'));
  } catch (error) {
    say(`No report of the runner: ${error.message}`);
  }
  const failed = exitCode !== 0 && report.numFailedTests === 0 ? 1 : report.numFailedTests;
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests + report.numTodoTests };
}
