import { beforeAll, describe, expect, it } from 'vitest';
import { utf8 } from '../bytes.ts';
import { ready } from '../crypto/sodium.ts';
import { decodeHeader, frameTypes } from '../frames.ts';
import { type AgentId, as } from '../ids.ts';
import { rightsOfRole } from '../rights.ts';
import type { TerminalPart } from '../terminal.ts';
import { ForgedMember } from '../testing/forged-member.ts';
import type { Packet } from '../testing/hostile-relay.ts';
import { type Person, World } from '../testing/world.ts';
import { TerminalKeys } from './terminal-keys.ts';
import type { TerminalNews } from './terminals.ts';

beforeAll(() => ready);

const agent = as<AgentId>('vim');
const ofType =
  (wanted: number) =>
  ({ to, bytes }: Packet): boolean =>
    to === 'member' && bytes.length > 118 && bytes[1] === wanted;
const isEphemeral = ofType(frameTypes.ephemeral);

/** What a person's page has drawn, and how often it began anew. */
function watch(person: Person) {
  const seen = { text: '', screens: 0, news: [] as TerminalNews[] };
  person.client.watchTerminal(agent, (news) => {
    seen.news.push(news);
    if (news.type === 'screen') {
      seen.text = news.screen.text;
      seen.screens += 1;
    } else if (news.type === 'output') seen.text += new TextDecoder().decode(news.bytes);
  });
  return seen;
}

/** A host whose terminal prints. */
class Terminal {
  readonly #world: World;
  text = '';
  #offset = 0;

  constructor(world: World) {
    this.#world = world;
    this.#keep();
  }

  print(text: string): void {
    const bytes = utf8(text);
    this.#emit({ k: 'output', b: agent, o: this.#offset, n: bytes.length }, bytes);
    this.text += text;
    this.#offset += bytes.length;
    this.#keep();
  }

  repaint(text: string): void {
    const bytes = utf8(text);
    this.text = text;
    this.#offset += 1;
    this.#keep();
    this.#emit({ k: 'screen', b: agent, o: this.#offset, n: bytes.length, columns: 80, rows: 24 }, bytes);
  }

  #emit(part: TerminalPart, bytes: Uint8Array): void {
    this.#world.host.emitTerminal([{ part, bytes }]);
  }

  #keep(): void {
    this.#world.application.screen = {
      columns: 80,
      rows: 24,
      offset: this.#offset,
      text: this.text,
      title: 'a title',
      activity: 'idle',
      isRunning: true,
    };
  }
}

async function room(seed: number) {
  const world = await new World(seed).up();
  const ada = await world.join('Ada');
  const terminal = new Terminal(world);
  terminal.print('before ');
  const seen = watch(ada);
  await world.pass(1_200);
  return { world, ada, terminal, seen };
}

describe('[CLG-69] a terminal', () => {
  it('[CLG-69] shows a late joiner its screen, and all that follows on it once', async () => {
    const { world, terminal, seen } = await room(901);
    terminal.print('é—');
    terminal.print('👩‍💻');
    await world.pass(300);
    expect(seen.text).toBe('before |1é—👩‍💻');
    const bo = await world.join('Bo');
    const his = watch(bo);
    terminal.print(' and on');
    await world.pass(1_500);
    expect(his.text).toBe('before é—👩‍💻 and on|1');
    expect(seen.text).toBe('before |1é—👩‍💻 and on');
    expect([seen.screens, his.screens]).toEqual([1, 1]);
  });

  it('[CLG-69] a lost part is found missing, and the screen is asked for, at most once a second', async () => {
    const { world, terminal, seen } = await room(902);
    let dropped = 0;
    world.relay.meddle = (packet) => (isEphemeral(packet) && dropped++ === 0 ? [] : undefined);
    terminal.print('lost ');
    await world.pass(30);
    for (const word of ['one ', 'two ', 'three ']) {
      terminal.print(word);
      await world.pass(30);
    }
    await world.pass(1_500);
    expect(seen.text.replace('|1', '')).toBe('before lost one two three ');
    expect(seen.screens).toBe(2);
  });

  it('[CLG-69] a doubled and a late part draw nothing twice', async () => {
    const { world, terminal, seen } = await room(903);
    world.relay.meddle = (packet) => (isEphemeral(packet) ? [packet, packet] : undefined);
    terminal.print('once');
    await world.pass(300);
    expect(seen.text).toBe('before |1once');
  });

  it('[CLG-69] a repaint takes the place of what was, also of what was missed', async () => {
    const { world, terminal, seen } = await room(904);
    let dropped = 0;
    world.relay.meddle = (packet) => (isEphemeral(packet) && dropped++ === 0 ? [] : undefined);
    terminal.print('flood');
    await world.pass(30);
    terminal.repaint('the last screen');
    terminal.print(' goes on');
    await world.pass(300);
    expect(seen.text).toBe('the last screen goes on');
  });

  it('[CLG-69] after a broken connection the screen is asked for anew', async () => {
    const { world, terminal, seen } = await room(905);
    await world.cut();
    terminal.print('while away');
    await world.pass(10_000);
    expect(seen.text).toBe('before while away|1');
  });

  it('[CLG-69] [G6] a screen that a member and the relay forged is drawn anew at the next check', async () => {
    const { world, terminal, seen } = await room(909);
    const forger = await ForgedMember.join(world, world.link());
    const { welcome, secret } = forger.welcome();
    world.relay.meddle = undefined;
    await world.pass(300);
    const { epoch, step } = welcome;
    const [handle] = world.relay.openHandles;
    world.relay.meddle = (packet) => {
      const honest = decodeHeader(packet.bytes);
      if (packet.handle !== handle || honest?.type !== frameTypes.ephemeral) return undefined;
      const header = { type: frameTypes.ephemeral, epoch, step, ctr: honest.ctr };
      const json = { t: [{ k: 'screen', b: agent, o: 1_000, n: 0, columns: 80, rows: 24, title: 'paid' }] };
      return [{ ...packet, bytes: forger.groupFrame(secret, header, json) }];
    };
    terminal.print('honest');
    await world.pass(60);
    expect(seen.text).toBe('');
    world.relay.meddle = undefined;
    await world.pass(5_000);
    expect(seen.text.replace('|1', '')).toBe('before honest');
  });

  it('[CLG-69] who may not watch gets neither bytes nor screen, and the others go on', async () => {
    const { world, terminal, seen } = await room(906);
    const link = world.link({ rights: { ...rightsOfRole.viewer, terminal: 'none' }, role: 'viewer' });
    const eve = await world.join('Eve', { link });
    const hers = watch(eve);
    world.relay.isRecording = true;
    terminal.print('for watchers');
    await world.pass(1_500);
    expect(hers.news).toEqual([{ type: 'refused', code: 'right' }]);
    expect(hers.text).toBe('');
    expect(seen.text).toBe('before |1for watchers');
    // Sealed for each who may: the group's key, which Eve has, opens none of it.
    expect(world.relay.recorded.filter(isEphemeral)).toEqual([]);
  });

  it('[CLG-69] who comes from now on is asked about by their floor', async () => {
    const { world, terminal } = await room(907);
    for (let count = 0; count < 5; count += 1)
      world.host.append([{ type: 'room.renamed', atMs: 0, title: `t${count}`, by: world.host.hostParticipantId }]);
    const cy = await world.join('Cy', { link: world.link({ history: 'from-now' }) });
    const his = watch(cy);
    await world.pass(1_200);
    expect(Number(his.text.split('|')[1])).toBeGreaterThan(5);
    expect(terminal.text).toBe('before ');
  });
});

describe('[CLG-69] keys', () => {
  it('[CLG-69] are sent in order, together while others are on their way', () => {
    const sent: string[] = [];
    const keys = new TerminalKeys((_, pressed) => {
      sent.push(pressed);
      return as(`c${sent.length}`);
    });
    for (const key of 'abcd') keys.press(agent, key);
    expect(sent).toEqual(['a']);
    keys.ended(as('c1'), true);
    keys.press(agent, 'e');
    keys.ended(as('c2'), true);
    expect(sent).toEqual(['a', 'bcd', 'e']);
  });

  it('[CLG-69] behind a refused one are void', () => {
    const sent: string[] = [];
    const keys = new TerminalKeys((_, pressed) => {
      sent.push(pressed);
      return as(`c${sent.length}`);
    });
    keys.press(agent, 'rm ');
    keys.press(agent, 'x\r');
    keys.ended(as('c1'), false);
    keys.press(agent, 'y');
    expect(sent).toEqual(['rm ', 'y']);
  });

  it('[CLG-69] that are too many are refused, and a long paste is cut between characters', () => {
    const sent: string[] = [];
    const keys = new TerminalKeys((_, pressed) => {
      sent.push(pressed);
      return as(`c${sent.length}`);
    });
    expect(keys.press(agent, `x${'😀'.repeat(10_000)}`)).toBe(true);
    expect(keys.press(agent, 'y'.repeat(64 * 1024))).toBe(false);
    for (let count = 1; count <= 4; count += 1) keys.ended(as(`c${count}`), true);
    expect(sent.join('')).toBe(`x${'😀'.repeat(10_000)}`);
    expect(sent.every((part) => part.isWellFormed())).toBe(true);
  });

  it('[CLG-69] arrive once each, are not shown as commands, and are void where the connection was gone too long', async () => {
    const { world, ada } = await room(908);
    for (const key of 'hello') ada.client.pressKeys(agent, key);
    await world.pass(500);
    const typed = () =>
      world.application.executed.flatMap(({ command }) => (command.type === 'terminal.input' ? [command.keys] : []));
    expect(typed().join('')).toBe('hello');
    expect(ada.view.commands).toEqual([]);
  });
});
