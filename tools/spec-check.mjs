// `npm run spec:check`: every rule and every attack of SPEC.md is named by a test title or stands there as later, with
// its reason.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const spec = readFileSync(join(root, 'packages', 'protocol', 'SPEC.md'), 'utf8');
const skipped = new Set([
  'node_modules',
  'dist',
  'out',
  '.git',
  '.next',
  '.turbo',
  '.wrangler',
  '.agents',
  '.test-output',
]);
/** What the build copies into the bridge. */
const copiedPage = join(root, 'apps', 'bridge', 'web');
/** Tests, and suites that several tests run. */
const isTestFile = (path) =>
  /\.(?:test|spec)\.(?:ts|tsx|mjs)$|(?:contract|stories|suite)[^/]*(?:\/[^/]*)?\.ts$/.test(path);

const titles = namesInTitles();
const rules = [...spec.matchAll(/^- \*\*(CLG-\d+)\*\*/gm)].map(([, name]) => name);
const laterRules = new Map([...spec.matchAll(/^- (CLG-\d+) later: (.+)$/gm)].map(([, name, reason]) => [name, reason]));
const attacks = [...spec.matchAll(/^\| ([HRBGCALP]\d+) \| [^|]+ \| (tested|later: [^|]+?) \|/gm)].map(
  ([, name, status]) => ({
    name,
    isLater: status !== 'tested',
  }),
);
const tableRows = [...spec.matchAll(/^\| [HRBGCALP]\d+ \|/gm)].length;

const problems = [
  ...rules.filter((name, at) => rules.indexOf(name) !== at).map((name) => `${name} stands in SPEC.md twice.`),
  ...rules.filter((name) => !titles.has(name) && !laterRules.has(name)).map((name) => `${name} is named by no test.`),
  ...[...laterRules.keys()].filter((name) => !rules.includes(name)).map((name) => `${name} is later but is no rule.`),
  ...[...laterRules.keys(), ...attacks.filter(({ isLater }) => isLater).map(({ name }) => name)]
    .filter((name) => titles.has(name))
    .map((name) => `${name} stands there as later, and a test names it.`),
  ...attacks
    .filter(({ name, isLater }) => !isLater && !titles.has(name))
    .map(({ name }) => `Attack ${name} is named by no test.`),
  ...[...titles]
    .filter((name) => name.startsWith('CLG-') && !rules.includes(name))
    .map((name) => `A test names ${name}, which is no rule.`),
];
if (attacks.length !== tableRows)
  problems.push(`${tableRows - attacks.length} rows of the attack table have no status.`);

for (const problem of problems) process.stdout.write(`${problem}\n`);
const later = laterRules.size + attacks.filter(({ isLater }) => isLater).length;
process.stdout.write(`${rules.length} rules, ${attacks.length} attacks, ${later} later, ${problems.length} problems\n`);
process.exitCode = problems.length > 0 || rules.length === 0 || attacks.length === 0 ? 1 : 0;

/** Everything in brackets at the beginning of a string: `'[CLG-41] [C1] a command …'`. */
function namesInTitles() {
  const names = new Set();
  for (const path of files(root)) {
    if (!isTestFile(relative(root, path).replaceAll('\\', '/'))) continue;
    for (const [, list] of readFileSync(path, 'utf8').matchAll(/['"`]((?:\[[A-Z]+-?\d+\] ?)+)/g)) {
      for (const [, name] of list.matchAll(/\[([A-Z]+-?\d+)\]/g)) names.add(name);
    }
  }
  return names;
}

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (skipped.has(entry.name) || path === copiedPage) continue;
    if (entry.isDirectory()) yield* files(path);
    else if (entry.isFile()) yield path;
  }
}
