// One Worker under load, in workerd below a process of its own: `durable` is our relay, `naive` the anchor.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestHarness } from 'wrangler';

const mains = { durable: '../../apps/relay/src/worker.ts', naive: '../../apps/relay/src/testing/naive-worker.ts' };
/** Linux counts a process's time in hundredths of a second. */
const microsPerTick = 10_000;

const kind = process.argv[2] === 'naive' ? 'naive' : 'durable';
// Each start would otherwise look for a server on the internet.
Object.assign(process.env, { CLOUDFLARE_CF_FETCH_ENABLED: 'false', WRANGLER_SEND_METRICS: 'false' });
const folder = mkdtempSync(join(tmpdir(), 'durable-bench-'));
mkdirSync(join(folder, 'assets'));
const configPath = join(folder, 'wrangler.json');
const config = {
  name: 'bench',
  main: fileURLToPath(new URL(mains[kind], import.meta.url)),
  compatibility_date: '2026-11-01',
  compatibility_flags: ['nodejs_compat'],
  durable_objects: { bindings: [{ name: 'Room', class_name: 'DurableRoom' }] },
  migrations: [{ tag: 'v1', new_sqlite_classes: ['DurableRoom'] }],
  assets: { directory: join(folder, 'assets'), binding: 'ASSETS', run_worker_first: true },
};
writeFileSync(configPath, JSON.stringify(config));
const harness = createTestHarness({ workers: [{ configPath }] });
const { url } = await harness.listen();

process.on('message', (word) => {
  if (word === 'usage') process.send?.({ cpuMicros: cpuMicrosBelow(process.pid), rssBytes: 0 });
  else end();
});
process.once('disconnect', end);
process.send?.({ port: Number(url.port) });

function end(): void {
  harness.close().finally(() => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(0);
  });
}

/** CPU of all processes that descend from `pid`: workerd runs below this one. */
function cpuMicrosBelow(pid: number): number {
  const processes = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The program's name is in brackets and may hold anything; after it come state, parent, …, user and system time.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return [{ pid: Number(name), parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
  const below = (parent: number): number =>
    processes.filter((one) => one.parent === parent).reduce((sum, one) => sum + one.ticks + below(one.pid), 0);
  return below(pid) * microsPerTick;
}
