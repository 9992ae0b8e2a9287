import { inventedSession } from '../invented-session.ts';
import { launchBrowser, untilLive } from '../page.ts';
import { median, type Row } from '../row.ts';
import { openScriptedRoom } from '../scripted-room.ts';
import { heapMegabytes } from './page-scroll.ts';

const events = 20_000;

/** Runs in the page before its own scripts: when a row of the transcript's end was painted, since navigation began. */
const tailPainted = `(() => {
  const look = () => {
    if (!document.querySelector('[role=log]')?.textContent.includes('is noted')) return requestAnimationFrame(look);
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      globalThis.benchTailMs = performance.now();
    };
    channel.port2.postMessage(null);
  };
  requestAnimationFrame(look);
  document.addEventListener('click', () => {
    globalThis.benchClickMs = performance.now();
  }, { capture: true });
})()`;

export const join20000: Row = {
  name: 'join-20000',
  title: `a guest comes into a room with ${events} events, and comes back into it by a reload`,
  async run(settings) {
    const browser = await launchBrowser(settings);
    const room = await openScriptedRoom();
    room.append(inventedSession(events));
    const runs: Array<{ joinMs: number; reloadMs: number; heap: number }> = [];
    for (let round = 0; round < settings.rounds; round++) {
      const page = await (await browser.newContext()).newPage();
      await page.addInitScript(tailPainted);
      await page.goto(room.guestLink);
      await page.getByLabel('Your name in the room').fill(`Ada ${round}`);
      // The code of the room is there, as for somebody who reads the door first.
      await page.waitForLoadState('networkidle');
      await page.getByRole('button', { name: 'Ask to join' }).click();
      await untilLive(page);
      const times = () =>
        page.evaluate(() => ({
          tail: Number(Reflect.get(globalThis, 'benchTailMs')),
          click: Number(Reflect.get(globalThis, 'benchClickMs')),
        }));
      const joined = await times();
      const heap = await heapMegabytes(page);
      await page.reload();
      await untilLive(page);
      const reloaded = await times();
      runs.push({ joinMs: joined.tail - joined.click, reloadMs: reloaded.tail, heap });
      await page.context().close();
    }
    await room.close();
    await browser.close();
    const common = { unit: 'ms', better: 'lower' } as const;
    return [
      {
        what: 'Join pressed → tail painted',
        value: median(runs.map(({ joinMs }) => joinMs)),
        ...common,
        gate: 500,
        goal: 200,
      },
      { what: 'reload → tail painted', value: median(runs.map(({ reloadMs }) => reloadMs)), ...common },
      {
        what: 'heap of the page',
        value: median(runs.map(({ heap }) => heap)),
        unit: 'MB',
        better: 'lower',
        gate: 120,
        goal: 60,
      },
    ];
  },
};
