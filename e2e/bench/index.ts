// Measures the real parts beside an anchor, in turns in one run; ends with 1 where a gate is missed.
//   npm run bench [-- <row>… --rounds 3]
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { printRow } from './print-row.ts';
import { isMissed } from './row.ts';
import { adapterLongLine, adapterMemory } from './rows/adapter-memory.ts';
import { adapterRows } from './rows/adapters.ts';
import { bridgePackage } from './rows/bridge-package.ts';
import { crypto } from './rows/crypto.ts';
import { delta } from './rows/delta.ts';
import { join20000 } from './rows/join-20000.ts';
import { pageDeltas } from './rows/page-deltas.ts';
import { pageDiff } from './rows/page-diff.ts';
import { pageHuge } from './rows/page-huge.ts';
import { pageLoad } from './rows/page-load.ts';
import { pageScroll } from './rows/page-scroll.ts';
import { relayDurable } from './rows/relay-durable.ts';
import { relayFlood } from './rows/relay-flood.ts';
import { relayIdle } from './rows/relay-idle.ts';
import { relayPaced } from './rows/relay-paced.ts';
import { terminalStop } from './rows/terminal-stop.ts';

const rows = [
  relayFlood,
  relayPaced,
  relayIdle,
  relayDurable,
  delta,
  crypto,
  ...adapterRows,
  adapterMemory,
  adapterLongLine,
  terminalStop,
  pageLoad,
  pageDeltas,
  join20000,
  pageScroll,
  pageHuge,
  pageDiff,
  bridgePackage,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '3' } },
});
const rounds = Number(values.rounds);
const unknown = positionals.filter((name) => !rows.some((row) => row.name === name));
if (unknown.length > 0 || !(rounds >= 1)) {
  process.stderr.write(
    `Usage: npm run bench [-- <row>… --rounds 3]. Rows: ${rows.map(({ name }) => name).join(', ')}\n`,
  );
  process.exit(2);
}
const chromiumPath = process.env['CHROMIUM_PATH'];
const settings = { rounds, ...(chromiumPath !== undefined && { chromiumPath }) };

const missed: string[] = [];
for (const row of rows.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
  const startedAt = performance.now();
  try {
    const figures = await row.run(settings);
    printRow(row, figures, (performance.now() - startedAt) / 1000);
    missed.push(...figures.filter(isMissed).map(({ what }) => what));
  } catch (error) {
    process.stdout.write(`\n${row.name}: not measured. ${error instanceof Error ? error.message : String(error)}\n`);
    missed.push(row.name);
  }
}
const [load = 0] = loadavg();
process.stdout.write(`\nLoad of the machine at the end: ${load.toFixed(1)} on ${availableParallelism()} cores; `);
process.stdout.write(`times in ms say something below that number only.\n`);
process.stdout.write(missed.length === 0 ? 'No gate is missed.\n' : `Missed: ${missed.join('; ')}\n`);
// Sockets that a failed row left open must not keep this alive.
process.exit(missed.length === 0 ? 0 : 1);
