import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type ContractWorld, runAdapterContract } from '../../contract-tests/index.ts';
import { AgentSession, openTurn } from '../../pipeline/index.ts';
import type { AdapterEvent } from '../../port.ts';
import { agentSigns } from './activity.ts';
import { TerminalAdapter } from './adapter.ts';
import { anyProgram } from './any-command.ts';
import { pasteOf } from './paste.ts';

// A command is a name with a limit: how deep this checkout lies must not count.
const bin = mkdtempSync(join(tmpdir(), 'bin-'));
const [node, tui] = [join(bin, 'node'), join(bin, 'tui.mjs')];
symlinkSync(process.execPath, node);
symlinkSync(createRequire(import.meta.url).resolve('@collagility/fixtures/fake-clis/tui.mjs'), tui);
afterAll(() => rmSync(bin, { recursive: true }));
let count = 0;

function openWorld(...flags: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'tui-'));
  const log = join(folder, 'log.jsonl');
  const adapters: TerminalAdapter[] = [];
  const profile = { ...anyProgram(`terminal:${node} ${tui} ${flags.join(' ')}`), signs: agentSigns };
  const lines = (): Array<{ sent?: string; key?: string }> =>
    existsSync(log)
      ? readFileSync(log, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : [];
  const world: ContractWorld = {
    config: { workspacePath: folder, environment: { TUI_LOG: log } },
    create() {
      count += 1;
      const adapter = new TerminalAdapter(`terminal-${count}`, profile, { size: { columns: 80, rows: 24 } });
      adapters.push(adapter);
      return adapter;
    },
    script: async (name) => name,
    answer: '',
    promptsSeen: () => lines().flatMap(({ sent }) => (sent === undefined ? [] : [sent])),
    hasRun: () => false,
    remembered: () => false,
    edited: { input: {}, hasRun: () => false },
    otherModel: 'other',
    unknownSessionId: 'unknown',
    async close() {
      await Promise.all(adapters.map((adapter) => adapter.terminate()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
  const keys = () => lines().flatMap(({ key }) => (key === undefined ? [] : [key]));
  return { world, profile, keys, sent: world.promptsSeen };
}

const onScreen = 'what a program says stays on its screen; its turns are proven below';
const asksOnScreen = 'it asks on its screen, if at all';

runAdapterContract('a program in a terminal (fake)', {
  row: openWorld().profile.row,
  without: {
    text: onScreen,
    reasoning: onScreen,
    write: asksOnScreen,
    shell: asksOnScreen,
    requests: asksOnScreen,
    question: asksOnScreen,
    plan: asksOnScreen,
    edit: asksOnScreen,
    slow: onScreen,
    slowTool: asksOnScreen,
    crash: onScreen,
    bigOutput: onScreen,
    memory: onScreen,
  },
  open: async () => openWorld().world,
});

/** An adapter with its program at rest, and all that it says. */
async function started(...flags: string[]) {
  const opened = openWorld(...flags);
  const adapter = opened.world.create();
  if (!(adapter instanceof TerminalAdapter)) throw new Error('another adapter');
  const result = await adapter.initialize(opened.world.config);
  const ask = (text: string) => {
    count += 1;
    return openTurn(adapter, { promptId: `p${count}`, correlationId: 'c', text });
  };
  const run = async (text: string) => {
    const stream = ask(text);
    const events: AdapterEvent[] = [];
    for await (const event of stream.events) events.push(event);
    return { events, result: await stream.result() };
  };
  return { ...opened, adapter, result, ask, run, [Symbol.asyncDispose]: () => opened.world.close() };
}

describe('a prompt', { timeout: 40_000 }, () => {
  test('[B23] of many lines is sent once, as it is, and ends when the screen is calm', async () => {
    await using opened = await started();
    const text = 'line one\n\tline two\nline three';
    const { events, result } = await opened.run(text);
    expect(opened.sent()).toEqual([text]);
    expect(result).toMatchObject({ outcome: 'completed' });
    expect(events.map(({ type }) => type)).toEqual(['STREAM_START', 'STREAM_END']);
  });

  test('[B23] of 20 KB is sent once, as it is', async () => {
    await using opened = await started();
    const text = `${'0123456789abcde\n'.repeat(1_280)}😀 end`;
    await opened.run(text);
    expect(opened.sent()).toEqual([text]);
  });

  test('[B23] cannot end its own paste and press Enter', async () => {
    await using opened = await started();
    await opened.run('hello \x1b[201~\rrm -rf x\r\x03\x1b[A\x9b201~ bye');
    expect(opened.sent()).toEqual(['hello [201~\nrm -rf x\n[A201~ bye']);
    expect(opened.keys()).toEqual([]);
  });

  test('[B23] of many lines is refused by a program that does not mark pastes; one line is typed', async () => {
    await using opened = await started('--plain');
    const refused = await opened.run('one\ntwo');
    expect(refused.result).toMatchObject({ outcome: 'failed', delivery: 'unsent' });
    expect(opened.sent()).toEqual([]);
    await opened.run('one line\n');
    expect(opened.sent()).toEqual(['one line']);
  });

  test('waits while the program works, and an interrupt stops it by its key', async () => {
    await using opened = await started();
    const stream = opened.ask('work');
    await stream.delivered;
    expect(opened.adapter.status).toBe('EXECUTING');
    await expect.poll(() => opened.adapter.terminal.activity, { timeout: 5_000 }).toBe('busy');
    expect(await stream.cancel()).toMatchObject({ accepted: true, dispatched: true });
    expect((await stream.result()).outcome).toBe('interrupted');
    expect(opened.keys()).toEqual(['control-c']);
    expect(opened.adapter.status).toBe('READY');
  });

  test('is told when the program seems to wait for an answer, and not sent into one', async () => {
    await using opened = await started();
    const stream = opened.ask('ask');
    const codes: string[] = [];
    for await (const event of stream.events) {
      if (event.type !== 'STATUS') continue;
      codes.push(event.payload.code);
      opened.adapter.terminal.type('\r');
    }
    expect(codes).toEqual(['terminal_needs_input']);
    expect((await stream.result()).outcome).toBe('completed');
  });
});

describe('the program', { timeout: 20_000 }, () => {
  test('that ends, ends its turn; it is started again by a prompt and not by itself', async () => {
    const { world, sent } = openWorld();
    const lane: AdapterEvent[] = [];
    const session = new AgentSession({
      create: () => world.create(),
      config: world.config,
      respawnDelaysMs: [1],
      onEvent: (event) => lane.push(event),
    });
    await session.start();
    const dying = await session.run({ promptId: 'x', correlationId: 'c', text: 'die' });
    expect(await dying.result()).toMatchObject({
      outcome: 'failed',
      error: { message: expect.stringContaining('exit code 3') },
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(session.status).toBe('FAILED');
    expect(session.adapter.terminal?.isRunning).toBe(false);
    const next = await session.run({ promptId: 'y', correlationId: 'c', text: 'hello' });
    expect((await next.result()).outcome).toBe('completed');
    expect(sent()).toEqual(['die', 'hello']);
    await session.close();
    await world.close();
  });

  test('says what runs unasked: everything', async () => {
    await using opened = await started();
    expect(opened.result.unasked).toEqual([expect.stringContaining('everything that is typed')]);
  });

  test('that is not there is named, with what helps', async () => {
    const adapter = new TerminalAdapter('none', anyProgram('terminal:no-such-program-here --flag'));
    await expect(adapter.initialize({ workspacePath: tmpdir() })).rejects.toMatchObject({
      code: 'PROVIDER_NOT_FOUND',
      detail: { fix: expect.stringContaining('no-such-program-here') },
    });
    await adapter.terminate();
  });
});

test('a command that cannot be a name in the room is refused with a way out', () => {
  expect(() => anyProgram(`terminal:vim ${'x'.repeat(200)}`)).toThrow(/script/);
  expect(() => anyProgram('terminal:  ')).toThrow(/Name the program/);
});

test('a paste is marked only where it was asked for', () => {
  expect(pasteOf('a', true)).toEqual({ ok: true, keys: '\x1b[200~a\x1b[201~' });
  expect(pasteOf('a', false)).toEqual({ ok: true, keys: 'a' });
  expect(pasteOf('\x1b\x00', true)).toMatchObject({ ok: false });
});
