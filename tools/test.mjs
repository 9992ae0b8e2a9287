// `npm test [-- unit|e2e]`: installs what is missing, builds, runs every runner, ends with one summed line.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from './chromium.mjs';
import { build, environment, install, root, run, say } from './set-up.mjs';
import { playwrightFailures, vitestFailures } from './told-failures.mjs';

const only = process.argv[2];
const output = join(root, '.test-output');

await install();
const browser = only === 'unit' ? undefined : await chromium();
await build();
rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });

const sum = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
if (only !== 'e2e') add(await unit());
if (only !== 'unit') add(await stories());
for (const line of failures) process.stdout.write(`${line}\n`);
process.stdout.write(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped\n`);
process.exitCode = sum.failed > 0 || sum.passed === 0 ? 1 : 0;

async function unit() {
  const file = join(output, 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  // Real processes on a shared machine: a second try on CI only, and it is printed as such.
  if (process.env.CI) args.push('--retry=1');
  const code = await run('vitest', args, { stdio: ['ignore', 'inherit', 'inherit'] });
  return count(code, file, (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: vitestFailures(report),
  }));
}

async function stories() {
  const file = join(output, 'playwright.json');
  const env = environment({
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    ...(browser === undefined ? {} : { CHROMIUM_PATH: browser }),
  });
  const code = await run('playwright', ['test', '--reporter=list,json'], {
    cwd: join(root, 'e2e'),
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return count(code, file, (report) => ({
    passed: report.stats.expected + report.stats.flaky,
    failed: report.stats.unexpected,
    skipped: report.stats.skipped,
    failures: playwrightFailures(report),
  }));
}

/** A runner that fails without counting a failure (a crash, a bad config) counts as one. */
function count(code, file, read) {
  let counted = { passed: 0, failed: 0, skipped: 0, failures: [] };
  try {
    counted = read(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    say(`No report of the runner: ${error.message}`);
  }
  if (code !== 0 && counted.failed === 0) counted.failed = 1;
  return counted;
}

function add(counted) {
  for (const key of Object.keys(sum)) sum[key] += counted[key];
  failures.push(...counted.failures);
}
