import type { AdapterTerminal, TerminalEvent, TerminalSize } from '@collagility/adapters/port';
import { concat } from '@collagility/protocol/bytes';
import { type AgentId, as } from '@collagility/protocol/ids';
import { maxTerminalPartBytes, type TerminalPiece } from '@collagility/protocol/terminal';
import { FakeTime } from '@collagility/protocol/testing/fake-time';
import { beforeEach, describe, expect, test } from 'vitest';
import { Redactor } from '../redaction/redactor.ts';
import { TerminalFeed } from './terminal-feed.ts';

const secret = 'hunter2-hunter2';

/** A terminal that prints what the test says; its screen is the last line of it. */
class PaperTerminal implements AdapterTerminal {
  size: TerminalSize = { columns: 80, rows: 24 };
  activity = 'idle' as const;
  isRunning = true;
  text = '';
  #tell: (event: TerminalEvent) => void = () => undefined;

  watch(listener: (event: TerminalEvent) => void): () => void {
    this.#tell = listener;
    return () => {
      this.#tell = () => undefined;
    };
  }
  print(text: string): void {
    this.text += text;
    this.#tell({ type: 'output', text });
  }
  tell(event: TerminalEvent): void {
    this.#tell(event);
  }
  type(): boolean {
    return true;
  }
  resize(): boolean {
    return true;
  }
  snapshot(scrollback: number) {
    return { size: this.size, text: `[${scrollback}]${this.text.slice(-60)}`, title: 'title' };
  }
}

let time: FakeTime;
let terminal: PaperTerminal;
let feed: TerminalFeed;
let pieces: TerminalPiece[];
let ended: string[];
let isBehind: boolean;

beforeEach(() => {
  time = new FakeTime();
  terminal = new PaperTerminal();
  pieces = [];
  ended = [];
  isBehind = false;
  feed = new TerminalFeed(
    {
      agentId: as<AgentId>('vim'),
      terminal,
      redactor: new Redactor([{ prefix: secret, kind: 'secret', replacement: '⟦hidden⟧' }]),
      clock: time.clock,
      timer: time.timer,
      emit: (more) => pieces.push(...more),
      isBehind: () => isBehind,
    },
    (event) => ended.push(event.type),
  );
});

const of = (kind: TerminalPiece['part']['k']): TerminalPiece[] => pieces.filter(({ part }) => part.k === kind);
const text = (some: TerminalPiece[]): string => new TextDecoder().decode(concat(...some.map(({ bytes }) => bytes)));
const bytesOf = (some: TerminalPiece[]): number => some.reduce((sum, { bytes }) => sum + bytes.length, 0);

describe('what is passed on', () => {
  test('output of one moment goes together, counted in bytes', async () => {
    for (const word of ['é', '—', '👩‍💻']) terminal.print(word);
    await time.pass(20);
    terminal.print('more');
    await time.pass(20);
    expect(of('output').map(({ part }) => [part.o, part.n])).toEqual([
      [0, 16],
      [16, 4],
    ]);
    expect(text(of('output'))).toBe('é—👩‍💻more');
  });

  test('[B34] a character on the edge of a part comes whole', async () => {
    const before = 'é'.repeat(maxTerminalPartBytes / 2 - 1);
    terminal.print(`${before}😀é`);
    await time.pass(20);
    expect(of('output').length).toBe(2);
    expect(text(of('output'))).toBe(`${before}😀é`);
  });

  test('[B68] what was printed in the moment of the end comes before it, also what waited to go together', () => {
    terminal.print('x'.repeat(20_480));
    terminal.print('END');
    const told: string[] = [];
    const before = ended.push.bind(ended);
    ended.push = (...types) => {
      told.push(text(of('output')).slice(-3), ...types);
      return before(...types);
    };
    terminal.tell({ type: 'ended', exitCode: 0 });
    expect(told).toEqual(['END', 'ended']);
    expect(bytesOf(of('output'))).toBe(20_483);
  });

  test('a screen that is asked for goes on where the output stands', async () => {
    terminal.print('one');
    const screen = feed.screen(false);
    expect(screen).toMatchObject({ offset: 3, text: '[500]one', columns: 80, rows: 24, title: 'title' });
    terminal.print('two');
    await time.pass(20);
    expect(of('output').map(({ part }) => part.o)).toEqual([0, 3]);
    expect(feed.screen(true).text).toBe('[0]onetwo');
  });

  test('a new size and a new start are a whole screen', async () => {
    terminal.print('before');
    terminal.size = { columns: 100, rows: 30 };
    terminal.tell({ type: 'resized', size: terminal.size });
    terminal.print('after');
    await time.pass(20);
    expect(pieces.map(({ part }) => [part.k, part.o, part.columns])).toEqual([
      ['output', 0, undefined],
      ['screen', 7, 100],
      ['output', 7, undefined],
    ]);
    expect(ended).toEqual(['resized']);
  });
});

describe('secrets on a screen', () => {
  test('are stars of their length, also over two pieces', async () => {
    terminal.print(`key=${secret} end, key=${secret.slice(0, 6)}`);
    await time.pass(20);
    terminal.print(`${secret.slice(6)} end`);
    await time.pass(200);
    expect(text(of('output'))).toBe('key=*************** end, key=*************** end');
  });

  test('that may have begun are held back for a moment only: what is echoed does not hang', async () => {
    terminal.print('h');
    await time.pass(20);
    expect(text(of('output'))).toBe('');
    await time.pass(80);
    expect(text(of('output'))).toBe('h');
  });

  test('are hidden in the screen of a late joiner', () => {
    terminal.print(`key=${secret}`);
    expect(feed.screen(false).text).toBe('[500]key=***************');
  });
});

describe('[B38] more than can be shown', () => {
  test('[B38] becomes the screen a few times a second, and ends in the last one', async () => {
    for (let count = 0; count < 1_000; count += 1) {
      terminal.print('y\r\n'.repeat(3_000));
      await time.pass(10);
    }
    terminal.print('the end');
    await time.pass(500);
    // Ten seconds, 90 MB.
    expect(bytesOf(of('output'))).toBeLessThan(512 * 1024);
    expect(of('screen').length).toBeGreaterThan(60);
    expect(of('screen').length).toBeLessThan(130);
    expect(text(of('screen').slice(-1))).toContain('the end');
    const before = pieces.length;
    terminal.print('$ ');
    await time.pass(20);
    expect(pieces.slice(before).map(({ part }) => part.k)).toEqual(['output']);
  });

  test('[B38] each repaint counts, so that a page that missed one notices', async () => {
    terminal.print('x'.repeat(100_000));
    await time.pass(350);
    terminal.print('next');
    await time.pass(20);
    const last = pieces.at(-1);
    expect(last?.part).toMatchObject({ k: 'output', o: 1 });
  });

  test('[B46] of a line to the relay that stands: nothing is added to what waits, and then the screen is as it is', async () => {
    terminal.print('before');
    await time.pass(20);
    isBehind = true;
    for (let count = 0; count < 1_000; count += 1) {
      terminal.print(`line ${count}\r\n`);
      await time.pass(60);
    }
    expect(pieces.map(({ part }) => part.k)).toEqual(['output']);
    isBehind = false;
    await time.pass(100);
    expect(pieces.map(({ part }) => part.k)).toEqual(['output', 'screen']);
    expect(text(of('screen'))).toContain('line 999');
    await time.pass(200);
    terminal.print('$ ');
    await time.pass(20);
    expect(pieces.at(-1)?.part.k).toBe('output');
  });

  test('[B38] a screen that is too long for all is pulled by each who looks', async () => {
    terminal.snapshot = () => ({ size: terminal.size, text: 'c'.repeat(maxTerminalPartBytes + 1), title: '' });
    terminal.print('x'.repeat(100_000));
    await time.pass(150);
    expect(pieces.map(({ part }) => [part.k, part.n])).toEqual([['lost', 0]]);
  });
});

test('after its end nothing more is told', async () => {
  feed.stop();
  terminal.print('x');
  await time.pass(100);
  expect(pieces).toEqual([]);
});
