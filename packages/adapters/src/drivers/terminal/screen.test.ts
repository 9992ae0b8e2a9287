import { expect, test } from 'vitest';
import { openMirror } from './mirror.ts';
import { Screen } from './screen.ts';

const esc = '\x1b';
const size = { columns: 40, rows: 10 };

type Seen = { screen: Screen; shown: () => string; answers: string[]; pressure: boolean[]; titles: string[] };

async function openScreen(): Promise<Seen> {
  let shown = '';
  const answers: string[] = [];
  const pressure: boolean[] = [];
  const titles: string[] = [];
  const screen = await Screen.open({
    size,
    clock: { monotonicMs: () => 0 },
    onShown: (text) => {
      shown += text;
    },
    onTitle: (title) => titles.push(title),
    onAnswer: (text) => answers.push(text),
    onPressure: (isHigh) => pressure.push(isHigh),
  });
  return { screen, shown: () => shown, answers, pressure, titles };
}

/** A viewer's terminal after these texts: its rows, its cursor, and what a program would notice of its modes. */
async function viewer(...texts: string[]) {
  const mirror = await openMirror(size);
  for (const text of texts) await new Promise<void>((resolve) => mirror.write(text, resolve));
  // Scrolls inside the region, prints beyond the last column and moves by origin: each shows a mode that is not equal.
  const before = { rows: mirror.text(), cursor: mirror.cursor().cursor };
  await new Promise<void>((resolve) => mirror.write(`AB${'\n'.repeat(3)}${esc}[H+q${'\n'.repeat(12)}-`, resolve));
  return { ...before, after: mirror.text(), afterCursor: mirror.cursor().cursor };
}

const outputs: Record<string, string> = {
  'plain lines': 'one\r\ntwo\r\nthree',
  'a full row': `${'x'.repeat(40)}`,
  'a full row and a half': `${'x'.repeat(63)}`,
  'a wide character at the edge': `${'x'.repeat(38)}字`,
  'colours and a cursor somewhere': `${esc}[2J${esc}[4;7H${esc}[1;31mred${esc}[44mblue`,
  'the other screen': `shell${esc}[?1049h${esc}[2J${esc}[2;2Hfull screen`,
  'there and back': `shell${esc}[?1049h${esc}[2Jfull${esc}[?1049l back`,
  'a scroll region': `${esc}[2;5r${esc}[3;1Hin it`,
  'a scroll region of the other screen': `${esc}[2;5r${esc}[?1049h${esc}[3;8r${esc}[4;1Hthere`,
  'a region with origin': `${esc}[3;8r${esc}[?6h${esc}[2;2Horigin`,
  'line drawing': `${esc}(0lqqk`,
  'line drawing by shift': `${esc})0\x0elqqk`,
  'a soft reset': `${esc}[3;8r${esc}[!p${esc}[5;5Hsoft`,
  'wide characters': '字字字\r\n👩‍💻 done',
  'many lines': Array.from({ length: 200 }, (_, row) => `row ${row}`).join('\r\n'),
};

test.each(Object.entries(outputs))('who comes after %s sees what the others see', async (_, output) => {
  for (const pieceUnits of [3, 1_000]) {
    const { screen, shown } = await openScreen();
    for (let at = 0; at < output.length; at += pieceUnits) screen.push(Buffer.from(output.slice(at, at + pieceUnits)));
    // At once, with all of it unread, and when everything was read.
    const early = screen.snapshot(100).text;
    await screen.settled();
    const late = screen.snapshot(100).text;
    const expected = await viewer(shown());
    expect(await viewer(early)).toEqual(expected);
    expect(await viewer(late)).toEqual(expected);
    screen.dispose();
  }
});

test('who comes in the middle of a sequence goes on as the others do', async () => {
  const output = `${esc}[2J${esc}[1;1Hab${esc}[1;31mcd${esc}[3;3r${esc}[2;5r${esc}[4;1He字f${esc}(0q${esc}(B${esc}[?1049hx${esc}[5;5Hy`;
  const whole = await openScreen();
  whole.screen.push(Buffer.from(output));
  const expected = await viewer(whole.shown());
  const bytes = Buffer.from(output);
  for (let cut = 1; cut < bytes.length; cut += 1) {
    const { screen, shown } = await openScreen();
    screen.push(bytes.subarray(0, cut));
    await screen.settled();
    const snapshot = screen.snapshot(100).text;
    const from = shown().length;
    screen.push(bytes.subarray(cut));
    expect(await viewer(snapshot, shown().slice(from)), `cut at ${cut}`).toEqual(expected);
    screen.dispose();
  }
});

test('the modes that a serialized screen leaves out are in the snapshot', async () => {
  const { screen, titles } = await openScreen();
  screen.push(Buffer.from(`${esc}]0;a title\x07${esc}[?25l${esc}[4 q${esc}[?1002h${esc}[?1006h${esc}[?2004h`));
  await screen.settled();
  const { text, title } = screen.snapshot(0);
  for (const mode of [`${esc}[?25l`, `${esc}[4 q`, `${esc}[?1002h`, `${esc}[?1006h`, `${esc}[?2004h`])
    expect(text).toContain(mode);
  expect({ title, titles }).toEqual({ title: 'a title', titles: ['a title'] });
  expect(screen.marksPastes).toBe(true);
});

test('a program gets one answer to what it asks, from here', async () => {
  const { screen, answers, shown } = await openScreen();
  screen.push(Buffer.from(`${esc}[c${esc}[6n${esc}]11;?\x07${esc}[5n`));
  await screen.settled();
  expect(answers).toEqual([`${esc}[?1;2c`, `${esc}[1;1R`, `${esc}]11;rgb:1111/1313/1818${esc}\\`, `${esc}[0n`]);
  expect(shown()).toBe('');
});

test('a program that asks without end is answered with measure', async () => {
  const { screen, answers } = await openScreen();
  screen.push(Buffer.from(`${esc}[6n`.repeat(10_000)));
  await screen.settled();
  expect(answers).toHaveLength(200);
});

test('[B38] a program that prints faster than its screen is read has to wait, and goes on', async () => {
  const { screen, pressure } = await openScreen();
  for (let count = 0; count < 20; count += 1) screen.push(Buffer.alloc(64 * 1024, 'y\n'));
  expect(pressure).toEqual([true]);
  await screen.settled();
  expect(pressure).toEqual([true, false]);
});

/** Numbers that are the same in every run with this seed. */
function seeded(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** What programs print, in any order: words, wide characters, moves, colours, regions, modes, both screens. */
function randomOutput(random: (below: number) => number): string {
  const pieces: Array<() => string> = [
    () => 'word '.repeat(random(20)),
    () => '字é漢'.slice(0, random(4)),
    () => '\r\n'.repeat(random(4)),
    () => '\t\b'.slice(0, random(3)),
    () => `${esc}[${random(12)};${random(45)}H`,
    () => `${esc}[${random(8)}${'ABCDGLMPXTS@'.charAt(random(12))}`,
    () => `${esc}[${random(3)}${random(2) === 0 ? 'J' : 'K'}`,
    () => `${esc}[${[0, 1, 4, 7, 31, 42, 90][random(7)]}m`,
    () => `${esc}[38;2;${random(256)};9;9m`,
    () => `${esc}[${1 + random(4)};${5 + random(6)}r`,
    () => `${esc}[r`,
    () => `${esc}[?${[6, 7, 25, 1049, 2004, 1002, 1006][random(7)]}${random(2) === 0 ? 'h' : 'l'}`,
    () => `${esc}(${random(2) === 0 ? '0' : 'B'}`,
    () => `${esc}M`,
    () => `${esc}[4${random(2) === 0 ? 'h' : 'l'}`,
  ];
  return Array.from({ length: 5 + random(40) }, () => pieces[random(pieces.length)]?.() ?? '').join('');
}

test('who comes anywhere into any output goes on as the others do', { timeout: 60_000 }, async () => {
  for (let seed = 1; seed <= 150; seed += 1) {
    const random = seeded(seed);
    const bytes = Buffer.from(randomOutput(random));
    const cut = random(bytes.length);
    const { screen, shown } = await openScreen();
    screen.push(bytes.subarray(0, cut));
    if (random(2) === 0) await screen.settled();
    const snapshot = screen.snapshot(100).text;
    const from = shown().length;
    screen.push(bytes.subarray(cut));
    expect(await viewer(snapshot, shown().slice(from)), `seed ${seed}`).toEqual(await viewer(shown()));
    screen.dispose();
  }
});
