import { beforeAll, describe, expect, it } from 'vitest';
import { ready } from '../crypto/sodium.ts';
import { frameTypes } from '../frames.ts';
import { commandBurst } from '../limits.ts';
import { rightsOfRole } from '../rights.ts';
import { ForgedMember } from '../testing/forged-member.ts';
import type { Packet } from '../testing/hostile-relay.ts';
import { World } from '../testing/world.ts';

beforeAll(() => ready);

const isCommand = ({ to, bytes }: Packet): boolean => to === 'host' && bytes[1] === frameTypes.command;
const isDirect = ({ to, bytes }: Packet): boolean =>
  to === 'member' && bytes.length > 118 && bytes[1] === frameTypes.direct;

const chat = (text: string) => ({ type: 'chat.post', text });

async function roomWithAda(seed: number) {
  const world = await new World(seed).up();
  const ada = await world.join('Ada');
  return { world, ada };
}

const outcomesOf = (messages: Array<Record<string, unknown>>) =>
  messages.filter(({ t }) => t === 'out').map(({ o }) => o);

describe('commands', () => {
  it('[C1] a replayed command is dropped silently', async () => {
    const { world, ada } = await roomWithAda(81);
    world.relay.isRecording = true;
    ada.say('once');
    await world.pass(100);
    const command = world.relay.recorded.find(isCommand);
    if (command === undefined) throw new Error('no command');
    for (let at = 0; at < 5; at++) world.relay.inject(command);
    await world.pass(100);
    expect(ada.chat).toEqual(['once']);
    expect(world.hostCount('duplicate')).toBe(5);
    expect(ada.view.phase.name).toBe('in_room');
  });

  it('[C1] a command that is held back leads to a resume and arrives once', async () => {
    const { world, ada } = await roomWithAda(82);
    let held = 0;
    world.relay.meddle = (packet) => (isCommand(packet) && held++ === 0 ? [] : undefined);
    ada.say('first');
    await world.pass(10);
    ada.say('second');
    await world.pass(10_000);
    expect([...ada.chat].sort()).toEqual(['first', 'second']);
    expect(world.application.executed).toHaveLength(2);
  });

  it('[C1] a command spliced to another member’s socket is refused: aead', async () => {
    const { world, ada } = await roomWithAda(83);
    await world.join('Bo');
    const [, handleOfBo] = world.relay.handles;
    let spliced = 0;
    world.relay.meddle = (packet) => {
      if (!isCommand(packet) || packet.handle === handleOfBo || spliced++ > 0) return undefined;
      return [{ ...packet, handle: handleOfBo ?? '' }, packet];
    };
    const before = world.hostCount('aead') + world.hostCount('duplicate');
    ada.say('mine');
    await world.pass(500);
    expect(world.hostCount('aead') + world.hostCount('duplicate')).toBeGreaterThan(before);
    expect(world.host.state.chat.map(({ by }) => by)).toEqual([ada.view.me?.participantId]);
  });

  it('[C2] each message doubled for an hour: no resume at all', async () => {
    const { world, ada } = await roomWithAda(84);
    world.host.setTurnRunning(true);
    world.relay.meddle = (packet) => [packet, packet];
    for (let minute = 0; minute < 60; minute++) {
      if (minute % 10 === 0) ada.say(`minute ${minute}`);
      await world.pass(60_000);
    }
    expect(ada.chat).toHaveLength(6);
    expect([...ada.counts.keys()].filter((key) => key.startsWith('resume'))).toEqual([]);
    expect(ada.view.liveness.name).toBe('live');
  });

  it('[C3] the same id with another body is refused: id_reuse', async () => {
    const { world } = await roomWithAda(85);
    const eve = await ForgedMember.join(world, world.link());
    eve.direct();
    const id = world.random.bytes(16);
    eve.command(id, chat('one'));
    eve.command(id, chat('one'));
    eve.command(id, chat('two'));
    await world.pass(100);
    expect(outcomesOf(eve.direct())).toEqual([
      { state: 'done' },
      { state: 'done' },
      { state: 'rejected', code: 'id_reuse' },
    ]);
    expect(world.host.state.chat.map(({ text }) => text)).toEqual(['one']);
  });

  it('[C4] [CLG-65] a crash between acceptance and outcome: unknown, and never run twice', async () => {
    const { world, ada } = await roomWithAda(86);
    world.application.hold = new Promise(() => undefined);
    const commandId = ada.say('maybe');
    await world.pass(100);
    expect(ada.view.commands[0]).toMatchObject({ commandId, state: 'accepted' });
    await world.restartHost();
    await world.pass(20_000);
    expect(ada.view.commands[0]).toMatchObject({ state: 'unknown', outcome: { code: 'host_restarted' } });
    expect(world.application.executed).toEqual([]);
  });

  it('[C5] ids without end from one device: bounded memory, the rate answers', async () => {
    const { world } = await roomWithAda(87);
    const eve = await ForgedMember.join(world, world.link());
    eve.direct();
    for (let at = 0; at < 2_000; at++) eve.command(world.random.bytes(16), chat('flood'));
    await world.pass(50);
    const outcomes = outcomesOf(eve.direct());
    expect(outcomes.filter((outcome) => JSON.stringify(outcome).includes('rate')).length).toBeGreaterThan(1_900);
    expect(world.store.commandCount).toBeLessThanOrEqual(commandBurst + 1);
  });

  it('[C6] [B16] a viewer who approves, prompts, types and interrupts by hand-made commands: rejected(right)', async () => {
    const { world } = await roomWithAda(88);
    const eve = await ForgedMember.join(world, world.link({ role: 'viewer' }));
    eve.direct();
    const signed = { statement: '00', signature: '00' };
    const acts = [
      { type: 'approval.answer', approvalId: 'a', decision: 'allow', extra: '{}', signed },
      { type: 'prompt.run', agentId: 'agent', text: 'rm -rf /', signed },
      { type: 'turn.interrupt', agentId: 'agent' },
      { type: 'member.remove', participantId: 'host', block: true },
      { type: 'invite.create', label: '', role: 'host', lobby: false, history: 'all' },
    ];
    for (const act of acts) eve.command(world.random.bytes(16), act);
    await world.pass(100);
    expect(outcomesOf(eve.direct())).toEqual(acts.map(() => ({ state: 'rejected', code: 'right' })));
    expect(world.application.executed).toEqual([]);
  });

  it('[A8] a signed act of a frozen, a downgraded and a removed member is not carried out', async () => {
    const { world } = await roomWithAda(94);
    const link = world.link({ rights: { ...rightsOfRole['co-driver'], prompt: 'run' } });
    const eve = await ForgedMember.join(world, link);
    const { welcome } = eve.welcome();
    const { pid: participantId, mid: memberId } = welcome;
    const by = world.host.hostParticipantId;
    const signed = { statement: '00', signature: '00' };
    const prompt = () => {
      eve.command(world.random.bytes(16), { type: 'prompt.run', agentId: 'agent', text: 'go', signed });
      return world.pass(50);
    };
    await prompt();
    expect(world.application.executed).toHaveLength(1);
    const change = { type: 'member.rights_changed', atMs: 0, participantId, by } as const;
    world.host.append([{ ...change, role: 'viewer', rights: rightsOfRole.viewer }]);
    await prompt();
    world.host.append([{ ...change, role: 'host', rights: rightsOfRole.host }]);
    world.host.removeParticipant(participantId, { by, block: false });
    await prompt();
    expect(world.application.executed).toHaveLength(1);
    expect(outcomesOf(eve.direct())).toEqual([{ state: 'done' }, { state: 'rejected', code: 'right' }]);
    expect(world.host.online()).not.toContain(memberId);
  });

  it('[C8] an outcome that the relay withholds: a resume within 15 s, the same id, the same outcome', async () => {
    const { world, ada } = await roomWithAda(89);
    world.relay.meddle = (packet) => (isDirect(packet) ? [] : undefined);
    const commandId = ada.say('once');
    await world.pass(14_000);
    expect(ada.view.commands[0]).toMatchObject({ commandId, state: 'sent' });
    world.relay.meddle = undefined;
    await world.pass(3_000);
    expect(ada.view.commands[0]).toMatchObject({ commandId, state: 'done' });
    expect(world.application.executed).toHaveLength(1);
    expect(ada.chat).toEqual(['once']);
  });

  it('[CLG-63] a command too long for a frame goes as an upload, once, with the same outcome', async () => {
    const { world, ada } = await roomWithAda(90);
    const text = 'x'.repeat(200_000);
    ada.client.send({ type: 'room.rename', title: 'short' });
    const commandId = ada.client.send({ type: 'suggestion.decline', suggestionId: 'none' as never, note: text });
    await world.pass(500);
    expect(ada.view.commands.find((command) => command.commandId === commandId)?.state).toBe('done');
    expect(world.application.executed.at(-1)?.command).toMatchObject({ note: text });
  });
});

describe('[B44] what is sent while away', () => {
  it('chats and prompts arrive once, in order, after the hello; approvals and interrupts that are old are dropped with a note', async () => {
    const { world, ada } = await roomWithAda(91);
    world.relay.isUnreachable = true;
    world.relay.cut();
    await world.settle();
    ada.say('one');
    ada.say('two');
    ada.say('three');
    const interrupt = ada.client.send({ type: 'turn.interrupt', agentId: 'agent' as never });
    await world.pass(100);
    expect(ada.view.commands.map(({ state }) => state)).toEqual(['sending', 'sending', 'sending', 'sending']);
    await world.pass(11_000);
    const fresh = ada.client.send({ type: 'turn.interrupt', agentId: 'agent' as never });
    world.relay.isUnreachable = false;
    // The first answer is lost as well.
    let lost = 0;
    world.relay.meddle = (packet) => (isDirect(packet) && (packet.bytes[8] ?? 0) > 3 && lost++ === 0 ? [] : undefined);
    await world.settle();
    ada.client.reconnectNow();
    await world.pass(40_000);
    expect(ada.chat).toEqual(['one', 'two', 'three']);
    const stateOf = (id: string) => ada.view.commands.find(({ commandId }) => commandId === id);
    expect(stateOf(interrupt)).toMatchObject({ state: 'dropped' });
    expect(stateOf(interrupt)?.droppedBecause).toBeTruthy();
    expect(stateOf(fresh)).toMatchObject({ state: 'done' });
    const ids = world.application.executed.map(({ commandId }) => commandId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('an act of the moment whose first sending was lost is not begun later', async () => {
    const { world, ada } = await roomWithAda(92);
    world.relay.meddle = (packet) => (isCommand(packet) ? [] : undefined);
    const interrupt = ada.client.send({ type: 'turn.interrupt', agentId: 'agent' as never });
    await world.pass(5_000);
    world.relay.isUnreachable = true;
    world.relay.cut();
    await world.pass(20_000);
    world.relay.meddle = undefined;
    world.relay.isUnreachable = false;
    await world.pass(40_000);
    expect(ada.view.commands.find(({ commandId }) => commandId === interrupt)).toMatchObject({ state: 'dropped' });
    expect(world.application.executed).toEqual([]);
  });

  it('the queue is bounded', async () => {
    const { world, ada } = await roomWithAda(93);
    world.relay.isUnreachable = true;
    world.relay.cut();
    await world.settle();
    for (let at = 0; at < 150; at++) ada.say(`message ${at}`);
    await world.pass(100);
    const { commands } = ada.view;
    expect(commands.filter(({ state }) => state === 'sending')).toHaveLength(100);
    expect(commands.filter(({ state }) => state === 'dropped').length).toBe(50);
  });
});
