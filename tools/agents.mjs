// `npm run test:agents [-- <agent>]`: installs real agents into .agents and runs the tests that drive them.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, environment, install, root, run, say } from './set-up.mjs';

/**
 * Each in a folder of its own, so that npm does not climb to the workspaces and no lock file changes.
 * `byOption`: only where it is named, so that the usual run stays short.
 */
const agents = {
  claude: { package: '@anthropic-ai/claude-code', version: '2.1.332' },
  codex: { package: '@openai/codex', version: '0.171.0' },
  gemini: { package: '@google/gemini-cli', version: '0.61.0', needsNoScripts: true },
  goose: {
    package: '@aaif/goose-binary-linux-x64',
    version: '0.20.2',
    byOption: true,
    needsNoScripts: true,
    only: 'linux-x64',
  },
  grok: { package: '@xai-official/grok', version: '1.0.41', byOption: true, needsNoScripts: true },
  opencode: { package: 'opencode-ai', version: '1.18.33', byOption: true, needsNoScripts: true },
  qwen: { package: '@qwen-code/qwen-code', version: '0.24.4', byOption: true, needsNoScripts: true },
  copilot: { package: '@github/copilot', version: '1.0.102', byOption: true, needsNoScripts: true },
};

const wanted = process.argv[2];
if (wanted !== undefined && !Object.hasOwn(agents, wanted)) {
  say(`There is no agent "${wanted}" to test. Known: ${Object.keys(agents).join(', ')}.`);
  process.exit(2);
}
const machine = `${process.platform}-${process.arch}`;
const all = wanted === undefined ? Object.keys(agents).filter((name) => agents[name].byOption !== true) : [wanted];
const names = all.filter((name) => agents[name].only === undefined || agents[name].only === machine);
for (const name of all) {
  if (!names.includes(name))
    say(`${name} is left out: its program can be had for ${agents[name].only} only, and this is ${machine}.`);
}

await install();
// The whole path runs the bridge's own bin.
await build();
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

async function installAgent(name, { package: packageName, version, needsNoScripts = false }) {
  const folder = join(root, '.agents', name);
  const installed = join(folder, 'node_modules', packageName, 'package.json');
  if (existsSync(installed) && JSON.parse(readFileSync(installed, 'utf8')).version === version) return;
  say(`Installing ${packageName} ${version} for the test (large, once)…`);
  mkdirSync(folder, { recursive: true });
  const manifest = {
    private: true,
    dependencies: { [packageName]: version },
    ...(needsNoScripts ? {} : { allowScripts: { [packageName]: true } }),
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  // The install script of some places the program; the repository's own setting would forbid it.
  const flags = [`--ignore-scripts=${needsNoScripts}`, '--no-package-lock', '--no-progress', '--loglevel=error'];
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
