// Measures the real parts beside an anchor, in turns in one run; ends with 1 where a gate is missed.
//   npm run bench [-- <row>… --rounds 3]
import { parseArgs } from 'node:util';
import { printRow } from './print-row.ts';
import { type Figure, isMissed } from './row.ts';
import { adapterRows } from './rows/adapters.ts';
import { bridgePackage } from './rows/bridge-package.ts';
import { crypto } from './rows/crypto.ts';
import { delta } from './rows/delta.ts';
import { pageDeltas } from './rows/page-deltas.ts';
import { pageLoad } from './rows/page-load.ts';
import { relayFlood } from './rows/relay-flood.ts';
import { relayIdle } from './rows/relay-idle.ts';
import { relayPaced } from './rows/relay-paced.ts';

const rows = [relayFlood, relayPaced, relayIdle, delta, crypto, ...adapterRows, pageLoad, pageDeltas, bridgePackage];

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

const missed: Figure[] = [];
for (const row of rows.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
  const startedAt = performance.now();
  const figures = await row.run(settings);
  printRow(row, figures, (performance.now() - startedAt) / 1000);
  missed.push(...figures.filter(isMissed));
}
process.stdout.write(
  missed.length === 0 ? '\nNo gate is missed.\n' : `\nMissed: ${missed.map(({ what }) => what).join('; ')}\n`,
);
process.exitCode = missed.length === 0 ? 0 : 1;
