import type { TerminalNews } from '@collagility/protocol/client/terminals';
import { rightsOfRole } from '@collagility/protocol/rights';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Guest, mock, SessionWorld } from './session-world.ts';
import { PaperProgram, paperFactory } from './terminal-world.ts';

let world: SessionWorld;
let program: PaperProgram;

beforeEach(async () => {
  world = new SessionWorld();
  program = new PaperProgram();
  const factory = paperFactory(program, world.time);
  // The screen is loaded at the first use of one, which takes its own time.
  const first = factory.create('first');
  await first.initialize({ workspacePath: world.folder });
  program.exit(0);
  await first.terminate();
  await world.start({ factories: { find: () => factory } });
});
afterEach(async () => {
  program.exit(0);
  await world.end();
});

function watch(guest: Guest) {
  const seen = { text: '', refused: '' };
  guest.client.watchTerminal(mock, (news: TerminalNews) => {
    if (news.type === 'screen') seen.text = news.screen.text;
    if (news.type === 'output') seen.text += new TextDecoder().decode(news.bytes);
    if (news.type === 'refused') seen.refused = news.code;
  });
  return seen;
}

/** What the host does at the bridge; the room's time goes on meanwhile. */
async function act(command: Parameters<typeof world.session.act>[0]) {
  const outcome = Promise.resolve(world.session.act(command));
  await world.time.pass(50);
  return outcome;
}

const input = (keys: string) => ({ type: 'terminal.input' as const, agentId: mock, keys });
const resize = (columns: number, rows: number) => ({ type: 'terminal.resize' as const, agentId: mock, columns, rows });

describe('a shared terminal in the room', () => {
  test('[CLG-69] its last screen is not kept for all while somebody is here who may not watch', async () => {
    await world.join('Eve', { role: 'viewer', rights: { ...rightsOfRole.viewer, terminal: 'none' } });
    program.print('for some eyes only');
    await world.time.pass(500);
    program.exit(3);
    await world.time.pass(500);
    const ended = world.room.agents[mock]?.terminal?.ended;
    expect(ended).toMatchObject({ exitCode: 3, screen: { text: '' } });
  });

  test('the size that the host chose stays when the program is started again', async () => {
    expect(await act(resize(80, 24))).toEqual({ state: 'done' });
    program.exit(3);
    await world.time.pass(500);
    expect(world.room.agents[mock]?.terminal).toMatchObject({ isRunning: false });
    await act({ type: 'agent.restart', agentId: mock });
    await world.time.pass(5_000);
    expect(world.room.agents[mock]?.terminal).toEqual({ columns: 80, rows: 24, isRunning: true });
  });

  test('all see what it prints, late joiners too; it says that it runs everything unasked', async () => {
    const ada = await world.join('Ada');
    const hers = watch(ada);
    await world.time.pass(1_500);
    program.print('one ');
    await world.time.pass(100);
    const bo = await world.join('Bo');
    const his = watch(bo);
    await world.time.pass(1_500);
    program.print('two');
    await world.time.pass(500);
    expect(hers.text).toContain('one two');
    expect(his.text).toContain('two');
    expect(his.text.replaceAll(/\x1b\[[\d;]*\w/g, '')).toContain('one ');
    expect(world.room.agents[mock]?.unasked[0]).toContain('everything that is typed');
    expect(world.room.agents[mock]?.terminal).toEqual({ columns: 100, rows: 30, isRunning: true });
  });

  test('a viewer and a co-driver cannot type; who is given the right can, from then on; everybody sees who', async () => {
    const ada = await world.join('Ada');
    const eve = await world.join('Eve', { role: 'viewer' });
    for (const guest of [ada, eve])
      expect((await guest.send(input('rm -rf x\r'))).outcome).toEqual({ state: 'rejected', code: 'right' });
    expect(program.typed).toEqual([]);
    const rights = { ...rightsOfRole['co-driver'], terminal: 'type' as const };
    await act({ type: 'member.set_rights', participantId: ada.participantId, role: 'co-driver', rights });
    expect((await ada.send(input('ls'))).outcome).toEqual({ state: 'done' });
    expect((await ada.send(input('\r'))).outcome).toEqual({ state: 'done' });
    expect(program.typed).toEqual(['ls', '\r']);
    expect(world.events.filter(({ type }) => type === 'ai.terminal.typed')).toMatchObject([{ by: ada.participantId }]);
    await act({
      type: 'member.set_rights',
      participantId: ada.participantId,
      role: 'co-driver',
      rights: rightsOfRole['co-driver'],
    });
    expect((await ada.send(input('x'))).outcome).toEqual({ state: 'rejected', code: 'right' });
  });

  test('[B37] the size is the host’s: guests cannot change it, and 1×1 or a million columns are refused', async () => {
    const rights = { ...rightsOfRole['co-driver'], terminal: 'type' as const };
    const ada = await world.join('Ada', { rights });
    expect((await ada.send(resize(1, 1))).outcome).toEqual({ state: 'rejected', code: 'right' });
    expect((await ada.send(resize(90, 30))).outcome).toEqual({ state: 'rejected', code: 'right' });
    expect(await act(resize(1, 1))).toEqual({ state: 'rejected', code: 'terminal_size' });
    expect(await act(resize(1_000_000, 30))).toEqual({ state: 'rejected', code: 'terminal_size' });
    expect(program.sizes).toEqual([]);
    expect(await act(resize(120, 40))).toEqual({ state: 'done' });
    expect(await act(resize(120, 40))).toEqual({ state: 'done' });
    expect(program.sizes).toEqual([[120, 40]]);
    expect(world.room.agents[mock]?.terminal).toMatchObject({ columns: 120, rows: 40 });
  });

  test('its end is told, its last screen is kept with secrets hidden, and nothing can be typed any more', async () => {
    world.write('.env', 'TOKEN=hunter2-hunter2-hunter2\n');
    program.exit(0);
    await world.end();
    world = new SessionWorld();
    world.write('.env', 'TOKEN=hunter2-hunter2-hunter2\n');
    const factory = paperFactory(program, world.time);
    await world.start({ factories: { find: () => factory } });
    program.print('TOKEN=hunter2-hunter2-hunter2\r\n');
    program.exit(3);
    await world.until(() => world.room.agents[mock]?.terminal?.isRunning === false);
    const ended = world.room.agents[mock]?.terminal?.ended;
    expect(ended).toMatchObject({ exitCode: 3 });
    const screen = ended?.screen !== undefined && 'text' in ended.screen ? ended.screen.text : '';
    expect(screen).toContain('welcome');
    expect(screen).toContain('*****');
    expect(screen).not.toContain('hunter2');
    expect(await act(input('x'))).toEqual({ state: 'rejected', code: 'terminal_closed' });
  });

  test('guests’ prompts wait for the host: what is typed runs unasked', async () => {
    const rights = { ...rightsOfRole['co-driver'], prompt: 'run' as const };
    const ada = await world.join('Ada', { rights });
    const { outcome } = await ada.send({ type: 'prompt.run', agentId: mock, text: 'rm -rf x' });
    expect(outcome).toEqual({ state: 'rejected', code: 'right' });
    expect(program.typed).toEqual([]);
  });

  test('somebody without the right to watch gets nothing', async () => {
    const eve = await world.join('Eve', { role: 'viewer', rights: { ...rightsOfRole.viewer, terminal: 'none' } });
    const hers = watch(eve);
    program.print('for watchers only');
    await world.time.pass(1_500);
    expect(hers).toEqual({ text: '', refused: 'right' });
  });
});
