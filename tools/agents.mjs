// `npm run test:agents [-- <agent>… | --all] [--latest | --record]`: installs real agents and runs the tests that drive
// them. `--latest` takes the newest versions and names what they say differently; `--record` keeps what the pinned ones say.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { agents, agentsFolder, installAgent, newestPackages, versionOf } from './install-agents.mjs';
import { build, environment, install, root, run, say } from './set-up.mjs';
import { vitestFailures } from './told-failures.mjs';

const options = process.argv.slice(2);
const isLatest = options.includes('--latest');
const isRecording = options.includes('--record');
const switches = ['--all', '--latest', '--record'];
const named = options.filter((option) => !option.startsWith('--'));
const known = Object.keys(agents);
const unknown = [
  ...named.filter((name) => !known.includes(name)),
  ...options.filter((option) => option.startsWith('--') && !switches.includes(option)),
];
if (unknown.length > 0) {
  say(`There is no agent or option "${unknown[0]}". Known: ${known.join(', ')}, ${switches.join(', ')}.`);
  process.exit(2);
}

const leftOut = [];
const leaveOut = (name, reason) => leftOut.push(`${name} is left out: ${reason}.`);
const chosen = named.length > 0 || options.includes('--all') ? known : known.filter((name) => !byOption(name));
const wanted = named.length > 0 ? named : chosen;
if (named.length === 0)
  for (const name of known) if (!wanted.includes(name)) leaveOut(name, `${byOption(name)}; name it to run it`);

await install();
// The whole path runs the bridge's own bin.
await build();
const versions = {};
await twoAtATime(wanted, async (name) => {
  const pinned = agents[name].packages;
  const packages = isLatest ? await newestPackages(name) : pinned;
  if (packages === undefined) return leaveOut(name, 'the registry did not say what its newest version is');
  const reason = await installAgent(name, packages);
  if (reason !== undefined) return leaveOut(name, reason);
  versions[name] = versionOf(packages);
});

const names = wanted.filter((name) => versions[name] !== undefined);
const output = join(root, '.test-output', 'agents.json');
const driftOutput = join(root, '.test-output', 'drift.json');
rmSync(output, { force: true });
let code = 0;
if (names.length > 0 && isRecording) code = await runFiles(['drift.agent.ts'], { DRIFT_RECORD: '1' });
else if (names.length > 0) {
  const parts = ['contract', 'driver', 'exec-driver', 'errors', 'exec-errors', 'room', 'room-work', 'terminal'];
  code = await runFiles(names.flatMap((name) => parts.map((part) => `${name}-${part}.agent.ts`)));
  if (isLatest) await tellDrift();
}
const sum = count(code);
for (const line of [...sum.perAgent, ...leftOut, ...sum.failures]) process.stdout.write(`${line}\n`);
process.stdout.write(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped + leftOut.length} skipped\n`);
process.exitCode = sum.failed > 0 ? 1 : 0;

function byOption(name) {
  return agents[name].byOption;
}

/** What is tested is the real agent with a clean environment of its own; ours only finds it. */
function runFiles(files, extra = {}) {
  const args = ['run', '--config', 'agents/vitest.config.ts', '--reporter=default', '--reporter=json'];
  return run(
    'vitest',
    [...args, `--outputFile.json=${extra.DRIFT_REPORT === undefined ? output : driftOutput}`, ...files],
    {
      cwd: join(root, 'e2e'),
      env: environment({
        AGENTS_FOLDER: agentsFolder,
        AGENT_VERSIONS: JSON.stringify(versions),
        DRIFT_AGENTS: JSON.stringify(names),
        ...extra,
      }),
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
}

/** Not a failure: the tests say what matters of it. */
async function tellDrift() {
  const report = join(root, '.test-output', 'drift.txt');
  rmSync(report, { force: true });
  const driftCode = await runFiles(['drift.agent.ts'], { DRIFT_REPORT: report });
  if (existsSync(report)) process.stdout.write(readFileSync(report, 'utf8'));
  if (driftCode !== 0) say('Not every agent could be recorded; the lines above say which.');
}

async function twoAtATime(items, act) {
  const waiting = [...items];
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await act(item);
  };
  await Promise.all([work(), work()]);
}

/** What the runner counted, and a line for each agent: what drifted where the newest version was asked for. */
function count(exitCode) {
  if (names.length === 0) return { passed: 0, failed: 0, skipped: 0, perAgent: [], failures: [] };
  let report = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
  try {
    report = JSON.parse(readFileSync(output, 'utf8'));
  } catch (error) {
    say(`No report of the runner: ${error.message}`);
  }
  const perAgent = names.map((name) => {
    const files = report.testResults.filter(({ name: file }) => file.includes(`/${name}-`) && agentOf(file) === name);
    const tests = files.flatMap(({ assertionResults }) => assertionResults);
    const failed = tests.filter(({ status }) => status === 'failed');
    const passed = tests.filter(({ status }) => status === 'passed').length;
    const seconds = Math.round(files.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0) / 1000);
    const pinned = versionOf(agents[name].packages);
    const version = versions[name] === pinned ? pinned : `${versions[name]} (pinned: ${pinned})`;
    const drift = failed.map(({ fullName }) => `\n  differs: ${fullName}`).join('');
    const skipped = tests.filter(({ status }) => status === 'skipped').map(skippedLine);
    return [
      `${name} ${version}: ${passed} passed, ${failed.length} failed in ${seconds} s${isLatest ? drift : ''}`,
      ...skipped,
    ].join('\n');
  });
  const failed = exitCode !== 0 && report.numFailedTests === 0 ? 1 : report.numFailedTests;
  return {
    passed: report.numPassedTests,
    failed,
    skipped: report.numPendingTests + report.numTodoTests,
    perAgent,
    failures: vitestFailures(report),
  };
}

/** A test that is left out says why: in its title, or where only the running test knew, in its note. */
function skippedLine({ fullName, meta }) {
  const note = meta?.note === undefined ? '' : ` (${meta.note})`;
  return `  left out: ${fullName.replace(/^.*, the real one /, '')}${note}`;
}

/** The agent that a test file drives: `codex-acp-contract.agent.ts` is not one of `codex`. */
function agentOf(file) {
  return /\/([^/]+)-[a-z]+\.agent\.ts$/.exec(file)?.[1]?.replace(/-exec$/, '');
}
