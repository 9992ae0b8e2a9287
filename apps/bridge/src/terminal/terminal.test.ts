import { stripVTControlCharacters } from 'node:util';
import { cpuMs } from '@collagility/fixtures/cpu-ms.ts';
import { type AgentId, as } from '@collagility/protocol/ids';
import { describe, expect, test } from 'vitest';
import { fold } from './fold.ts';
import { liveScreen as frameOf } from './live-screen.ts';
import type { ApprovalView, LiveView } from './live-view.ts';
import { type ReadyView, readyScreen } from './ready-screen.ts';
import { safeText } from './safe-text.ts';
import { Screen } from './screen.ts';
import { colored, cut, elapsed, plain, width, wrap } from './style.ts';

const ready: ReadyView = {
  version: '0.1.0',
  workspace: 'parcel-api',
  branch: 'fix/webhook-retry',
  agent: 'Claude Code 2.1, logged in, asks before each tool',
  why: 'the first healthy one here',
  alsoHere: ['Mock (mock)'],
  relay: 'this machine, port 4747',
  reach: 'nobody outside can reach it: --tunnel or --relay',
  title: 'webhook-retries',
  isResumed: false,
  guestsSee: 'prompts, agent output, diffs',
  staysHere: 'keys, ignored files, 2 values from .env',
  invite: 'co-driver who suggests, lobby on',
  link: `http://127.0.0.1:4747/s#${'A'.repeat(91)}`,
  isLocal: true,
  notices: [],
};
const approval: ApprovalView = {
  title: 'Run a command',
  position: 1,
  count: 2,
  agentName: 'Claude Code',
  waitingMs: 14_000,
  shown: ['pnpm add p-retry@6.2.1 && pnpm vitest run test/deliver.test.ts'],
  kind: 'permission',
  facts: ['in parcel-api', 'executes · network'],
  signers: 'You or Guest A',
  elidedParts: 0,
  fingerprint: 'input 9f3c 21ab',
  mayFeedback: true,
  sessionRule: 'pnpm add p-retry@6.2.1',
};
const live: LiveView = {
  people: [
    { name: 'Host', detail: 'you', isHost: true, isOnline: true, handRaised: false },
    { name: 'Guest A', detail: 'co-driver, answers approvals', isHost: false, isOnline: true, handRaised: true },
    { name: 'Guest C', detail: 'viewer', isHost: false, isOnline: false, handRaised: false },
  ],
  door: [{ name: 'Guest D', waitingMs: 38_000, words: ['copper', 'lantern', 'orbit', 'maple'], invite: 'Link' }],
  approval,
  agent: { name: 'Claude Code', activity: 'waits for a decision', queued: 1, suggestions: 2 },
  guestsOnline: 1,
  input: { kind: 'keys' },
};
const liveScreen = (...args: Parameters<typeof frameOf>) => frameOf(...args).lines;
const text = (lines: string[]) => lines.map(stripVTControlCharacters).join('\n');

describe('the ready screen', () => {
  test('says agent and why, relay and reach, what guests see, and the whole link in one line', () => {
    const shown = text(readyScreen(ready, colored, 140, 50));
    for (const part of [ready.agent, ready.why, 'also here: Mock (mock)', ready.relay, ready.reach, ready.staysHere]) {
      expect(shown).toContain(part);
    }
    expect(shown.split('\n').filter((line) => line.includes(ready.link))).toHaveLength(1);
    expect(shown).toContain('works only on this computer');
  });

  test('stands beside its QR code where there is room, and goes without it where there is none', () => {
    const isCode = (line: string) => line.includes('\u001b[30;107m');
    const reached = { ...ready, isLocal: false };
    const besides = readyScreen(reached, colored, 140, 50);
    expect(besides.filter(isCode).length).toBeGreaterThan(15);
    expect(Math.max(...besides.filter((line) => !line.includes('/s#')).map(width))).toBeLessThanOrEqual(140);
    expect(readyScreen(reached, colored, 80, 50).some(isCode)).toBe(false);
    // A phone cannot open what works only on this computer.
    expect(readyScreen(ready, colored, 140, 50).some(isCode)).toBe(false);
    expect(readyScreen(reached, plain, 140, 50).some(isCode)).toBe(false);
  });

  test('no line of it but the link is wider than the window', () => {
    const own = { ...ready, notices: ['A notice that is longer than a narrow window has columns.'] };
    for (const columns of [20, 34, 50, 80, 140])
      for (const line of readyScreen(own, colored, columns, 50))
        if (!line.includes('/s#')) expect(width(line), stripVTControlCharacters(line)).toBeLessThanOrEqual(columns);
  });

  test('without colour it is the same text, no escape and no frame', () => {
    const lines = [...readyScreen(ready, plain, 140, 50), ...liveScreen(live, plain, 140, 60)];
    expect(lines.join('\n')).not.toContain('\u001b');
    expect(lines.join('\n')).not.toMatch(/[│┌─▀█]/);
    expect(lines.join('\n')).toContain('a allow once');
  });
});

describe('the live part', () => {
  test('shows people, the door with its four words, the request and its keys', () => {
    const shown = text(liveScreen(live, colored, 130, 60));
    expect(shown).toContain('words: copper lantern orbit maple');
    expect(shown).toContain('l let in   x deny');
    expect(shown).toContain('Run a command   1 of 2   Claude Code asks');
    expect(shown).toContain('waiting 0:14');
    expect(shown).toContain('a allow once    s allow for session…    d deny    f deny with feedback');
    expect(shown).toContain('1 queued, 2 suggestions');
    expect(shown).toContain('(1 person is watching)');
  });

  test.each([50, 80, 100, 160])('fits %i columns', (columns) => {
    for (const line of liveScreen(live, colored, columns, 60)) {
      if (!line.includes('allow once'))
        expect(width(line), stripVTControlCharacters(line)).toBeLessThanOrEqual(columns);
    }
  });

  test('every line of the list of keys fits a terminal of 80 columns', () => {
    const help = liveScreen({ ...live, approval: undefined, input: { kind: 'help' } }, colored, 80, 60);
    expect(text(help)).toContain('close this list');
    for (const line of help) expect(width(line), stripVTControlCharacters(line)).toBeLessThanOrEqual(80);
  });

  test('the key that opens the own page stands in the footer, which is never cut', () => {
    for (const columns of [50, 80, 100, 118, 120, 124, 160])
      for (const guestsOnline of [0, 1, 12]) {
        const footer =
          text(liveScreen({ ...live, guestsOnline }, colored, columns, 60))
            .split('\n')
            .at(-1) ?? '';
        expect(footer, String(columns)).toContain('o open page');
        expect(footer, String(columns)).not.toContain('…');
      }
    expect(text(liveScreen(live, colored, 80, 60))).toContain('(1 person is watching)');
    expect(text(liveScreen(live, colored, 120, 60))).toContain('! panic stop');
  });

  test('[B13] in a low window people give way, and a request that is not seen whole cannot be allowed', () => {
    const long = { ...approval, shown: Array.from({ length: 9 }, (_, at) => `echo line ${at}`) };
    const wholeAt: number[] = [];
    for (const rows of [16, 20, 24, 26, 27, 28, 30, 40]) {
      const view = { ...live, approval: long };
      const lines = liveScreen(view, colored, 80, rows)
        .slice(-(rows - 2))
        .map(stripVTControlCharacters);
      expect(lines.join('\n')).toContain('Run a command');
      const isSeen =
        lines.some((line) => line.includes('echo line 0')) && lines.some((line) => line.includes('line 8'));
      expect(lines.join('\n').includes('allow once'), `${rows}`).toBe(isSeen);
      const { request, isDoorWhole } = frameOf(view, colored, 80, rows);
      expect(request, `${rows}`).toBe(isSeen ? 'whole' : lines.join().includes('A request waits') ? 'absent' : 'cut');
      expect(lines.join('\n').includes('l let in'), `${rows}`).toBe(isDoorWhole);
      expect(lines.join('\n').includes('words: copper lantern orbit maple'), `${rows}`).toBe(isDoorWhole);
      if (isSeen) wholeAt.push(rows);
    }
    expect(wholeAt).toEqual([24, 26, 27, 28, 30, 40]);
  });

  test('a held queue stands there with its key, or with where it goes on', () => {
    const queue = { agentIds: [as<AgentId>('a1')], why: 'It was interrupted', mayGoOn: true };
    expect(text(liveScreen({ ...live, queue }, colored, 80, 60))).toContain('held: It was interrupted   g go on');
    const two = { ...queue, agentIds: [as<AgentId>('a1'), as<AgentId>('a2')] };
    expect(text(liveScreen({ ...live, queue: two }, colored, 80, 60))).toContain('2 queues are held: It was');
    const stuck = { ...queue, mayGoOn: false };
    expect(text(liveScreen({ ...live, queue: stuck }, colored, 80, 60))).toContain('start the agent on your page (o)');
  });

  test('a request that does not fit whole cannot be allowed here, only denied', () => {
    const long = { ...approval, shown: Array.from({ length: 40 }, (_, at) => `echo line ${at}`) };
    const shown = text(liveScreen({ ...live, approval: long }, colored, 100, 60));
    expect(shown).toContain('and 28 more lines');
    expect(shown).not.toContain('allow once');
    expect(shown).toContain('d deny');
  });

  test('every risk stands there, however long the folder is called', () => {
    const facts = [`in ${'deep/'.repeat(40)}`, 'execute · destructive', '2 secret values hidden'];
    for (const columns of [34, 80, 140]) {
      const shown = text(liveScreen({ ...live, approval: { ...approval, facts } }, plain, columns, 60));
      for (const fact of ['destructive', 'hidden']) expect(shown, `${columns}`).toContain(fact);
    }
  });

  test('[B13] a request of which a long part stands elsewhere cannot be allowed here, however high the window', () => {
    const shown = [`echo ${'x'.repeat(100)} … 99600 more … echo done`];
    const { lines, request } = frameOf({ ...live, approval: { ...approval, shown, elidedParts: 1 } }, plain, 140, 60);
    expect(request).toBe('cut');
    expect(text(lines)).toContain('a part is too long to stand here: read it whole on your page (o)');
    expect(text(lines)).not.toContain('allow');
  });

  test('names with escapes, bidi and line ends are text', () => {
    const name = 'Ada\u001b[2J\u202eevil\nBob';
    const card = { name, waitingMs: 0, words: ['a', 'b', 'c', 'd'], invite: 'Link' };
    const lines = liveScreen({ ...live, door: [card] }, plain, 200, 60);
    expect(lines.join('')).not.toContain('\u001b');
    expect(lines.join('')).not.toContain('\u202e');
    expect(safeText('a\u001b[31mb\tc\u200bd')).toBe('a\\u{1b}[31mb c\\u{200b}d');
  });
});

describe('what a key decides about is in the lines that the screen really shows', () => {
  const names = ['Mallory', 'Friend One', 'Friend Two'];
  const cards = names.map((name, at) => ({
    name,
    waitingMs: 1_000,
    words: [`copper${at}`, `lantern${at}`, `orbit${at}`, `maple${at}`],
    invite: 'Link',
    ...(at === 0 ? { warning: 'This browser is in the room already. Let it in only if that person says so.' } : {}),
  }));
  const request = { ...approval, title: 'Run these commands', shown: ['echo first', 'echo second', 'echo third'] };

  test.each([
    ['colored', colored],
    ['plain', plain],
  ])('[B13] at every size, %s', (_, style) => {
    const seen = { door: 0, whole: 0, cut: 0, absent: 0 };
    for (const columns of [9, 20, 33, 39, 40, 60, 80, 120])
      for (let rows = 4; rows <= 30; rows += 2)
        for (const kind of ['keys', 'help'] as const)
          for (const atDoor of [0, 1, 3])
            for (const asks of [true, false]) {
              const { approval: _asked, ...quiet } = live;
              const view: LiveView = {
                ...quiet,
                ...(asks ? { approval: request } : {}),
                door: cards.slice(0, atDoor),
                queue: { agentIds: [as<AgentId>('a1')], why: 'It was interrupted', mayGoOn: true },
                input: { kind },
              };
              const frame = frameOf(view, style, columns, rows);
              let written = '';
              const output = { columns, rows, writableLength: 0, write: (bytes: string) => (written += bytes) };
              new Screen(output).live(frame.lines);
              const drawn = stripVTControlCharacters(written).split('\n');
              // A narrow window breaks words too.
              const squeezed = (text: string) => text.replaceAll(/[│┌─┐└┘\s]+/g, '');
              const all = squeezed(drawn.join(''));
              const shows = (part: string) => all.includes(squeezed(part));
              const where = `${columns}x${rows} ${kind}, ${atDoor} at the door, request ${asks}:\n${drawn.join('\n')}`;
              const taken = drawn
                .slice(0, -1)
                .reduce((sum, line) => sum + Math.max(1, Math.ceil(width(line) / columns)), 0);
              expect(taken, where).toBeLessThanOrEqual(rows - 2);
              const first = ['Mallory', 'words: copper0 lantern0 orbit0 maple0', 'only if that person says so'];
              expect(frame.isDoorWhole, where).toBe(first.every(shows));
              expect(shows('l let in x deny'), where).toBe(frame.isDoorWhole);
              const lines = ['Run these commands', ...request.shown];
              expect(frame.request === 'whole', where).toBe(lines.every(shows));
              expect(/aallowonce(sallowforsession…)?ddenyf/.test(all), where).toBe(frame.request === 'whole');
              expect(shows('d deny f deny with feedback o edit'), where).toBe(frame.request !== 'absent');
              if (frame.request === 'cut') expect(shows('Run these commands'), where).toBe(true);
              if (columns >= 40 && rows >= 12) {
                expect(shows('g go on'), where).toBe(true);
                if (atDoor > 0 && !frame.isDoorWhole)
                  expect(shows(`${atDoor} at the door: make this window higher`), where).toBe(true);
                if (asks && frame.request !== 'whole') expect(shows('make this window higher'), where).toBe(true);
              }
              if (frame.isDoorWhole) seen.door++;
              if (asks) seen[frame.request]++;
            }
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(10);
  });
});

describe('text on a screen', () => {
  test('is measured in columns, cut with a mark and wrapped without loss', () => {
    expect(width('日本語')).toBe(6);
    expect(width(colored.bold('ab'))).toBe(2);
    expect(cut('日本語です', 5)).toBe('日本…');
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
    // Of Python it is what a line means.
    expect(wrap('    return  x', 13)).toEqual(['    return  x']);
    expect(wrap('    return  x', 11)).toEqual(['    return ', 'x']);
    expect(wrap('a'.repeat(10), 4).join('')).toBe('a'.repeat(10));
    for (const columns of [1, 0, -3]) expect(wrap('日本 x', columns).join('')).toBe('日本x');
    expect([0, 38_000, 725_000, 3_725_000].map(elapsed)).toEqual(['0:00', '0:38', '12:05', '1:02:05']);
  });
});

describe('no row is wider than it is measured', () => {
  // One character of them each, as the standard counts: without an end they fill rows that nobody counted.
  test.each([
    ['ideographs beyond the first plane', '\u{20000}'],
    ['Hangul that has not been put together', '\u1100'],
    ['consonants joined by a virama', '\u0915\u094d'],
    ['spacing vowel signs', '\u0915\u093e\u093e\u093e'],
  ])('%s', (_, text) => {
    const rows = wrap(text.repeat(40), 20);
    const points = [...text].filter((point) => !/\p{Mn}/u.test(point)).length;
    const columns = 40 * (/[\u{20000}\u1100]/u.test(text) ? 2 : points);
    expect(rows.join('')).toBe(text.repeat(40));
    expect(rows.length).toBeGreaterThanOrEqual(Math.floor(columns / 20));
    expect(cut(text.repeat(40), 10).length).toBeLessThanOrEqual(10 * text.length);
  });

  test.each(['x', '日', 'x '])('of a request as long as there can be, %j, it is laid out in a moment', (part) => {
    const long = { ...approval, shown: [part.repeat(20_000)] };
    // Wrapping that begins again at each row takes a minute, in which the bridge answers nobody.
    const startMs = cpuMs();
    frameOf({ ...live, approval: long }, colored, 20, 14);
    expect(cpuMs() - startMs).toBeLessThan(2_000);
  });

  test('a styled line is broken at blanks, with its indent, and its colours end with the row', () => {
    const line = `  ${colored.bold('Stop the agent')} and ${colored.bad('every link')}`;
    expect(fold(line, 12)).toEqual([
      '  \u001b[1mStop the\u001b[22m',
      '  \u001b[1magent\u001b[22m and',
      '  \u001b[31mevery link\u001b[39m',
    ]);
    for (let columns = 1; columns < 40; columns++) {
      const rows = fold(line, columns).map(stripVTControlCharacters);
      expect(rows.join('').replaceAll(' ', '')).toBe('Stoptheagentandeverylink');
      for (const row of rows) expect(width(row)).toBeLessThanOrEqual(columns);
    }
  });
});

/** A terminal small enough to check: it understands text, line ends, cursor up and erase below. */
function tinyTerminal(columns: number, rows: number) {
  let lines = [''];
  let row = 0;
  return {
    columns,
    rows,
    writableLength: 0,
    lines: () => lines,
    write(bytes: string) {
      for (const part of bytes.match(/\u001b\[\d*[AJ]|\r|\n|[^\u001b\r\n]+/g) ?? []) {
        if (part === '\n') {
          row += 1;
          lines[row] ??= '';
        } else if (part === '\u001b[J') lines = lines.slice(0, row + 1).with(row, '');
        else if (part.startsWith('\u001b[')) row -= Number(part.slice(2, -1));
        else if (part !== '\r') lines[row] += part;
      }
    },
  };
}

describe('the screen', () => {
  test('keeps the log above and the live part below', () => {
    const terminal = tinyTerminal(80, 24);
    const screen = new Screen(terminal);
    screen.live(['live 1', 'live 2']);
    screen.log(['one']);
    screen.live(['live 3']);
    screen.log(['two', 'three']);
    expect(terminal.lines()).toEqual(['one', 'two', 'three', 'live 3', '']);
    screen.close();
    expect(terminal.lines()).toEqual(['one', 'two', 'three', '']);
  });

  test('shows the end of a live part that is higher than the terminal', () => {
    const terminal = tinyTerminal(80, 10);
    const screen = new Screen(terminal);
    screen.live(Array.from({ length: 30 }, (_, at) => `row ${at}`));
    expect(terminal.lines()).toHaveLength(9);
    expect(terminal.lines()[7]).toBe('row 29');
  });

  test('never erases from the first row on, which tmux would keep as a page of history each second', () => {
    const written: string[] = [];
    const terminal = { columns: 40, rows: 12, writableLength: 0, write: (text: string) => written.push(text) };
    const screen = new Screen(terminal);
    // Half of them are wrapped by the terminal.
    const frame = (second: number) => Array.from({ length: 30 }, (_, at) => `${second} `.padEnd(at % 2 ? 70 : 10, 'x'));
    screen.live(frame(1));
    screen.live(frame(2));
    const up = written.join('').match(/\u001b\[(\d+)A/);
    expect(Number(up?.[1])).toBeLessThanOrEqual(terminal.rows - 2);
    expect(Number(up?.[1])).toBeGreaterThanOrEqual(terminal.rows - 3);
  });

  test('a terminal that takes nothing costs a bounded memory, and is shown how it is once it does again', () => {
    const written: string[] = [];
    const terminal = {
      writableLength: 0,
      write(text: string) {
        written.push(text);
        this.writableLength += text.length;
      },
    };
    const screen = new Screen(terminal);
    for (let at = 0; at < 10_000; at++) {
      screen.log([`line ${at}`]);
      screen.live([`live ${at}`]);
    }
    expect(written.join('').length).toBeLessThan(70_000);
    const logged = written.filter((text) => /line \d+\n/.test(text)).length;
    written.length = 0;
    terminal.writableLength = 0;
    // Nothing else is new: what was missed is reason enough.
    screen.live(['live 9999']);
    expect(written.join('')).toContain(`${10_000 - logged} lines were left out`);
    expect(written.join('')).toMatch(/live 9999\n$/);
  });
});
