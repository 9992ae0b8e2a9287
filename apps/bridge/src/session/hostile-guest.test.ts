import type { Command, CommandOutcome } from '@collagility/protocol/commands';
import type { CommandSender } from '@collagility/protocol/host/contract';
import {
  type AgentId,
  type ApprovalId,
  as,
  type CommandId,
  type ParticipantId,
  type PromptId,
} from '@collagility/protocol/ids';
import { rightsOfRole } from '@collagility/protocol/rights';
import { afterEach, describe, expect, it } from 'vitest';
import { SessionWorld } from './session-world.ts';

const worlds: SessionWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.end();
});
const signed = { statement: '00', signature: '00' };
/** A control character takes six bytes in JSON. */
const swollen = (units: number) => '\u0001'.repeat(units);

/** A room with one guest whose page is not ours: commands reach the engine as they are. */
async function roomWith(role: 'viewer' | 'co-driver') {
  const world = await new SessionWorld().start();
  worlds.push(world);
  const guest = await world.join('Eve', { role });
  const sender: CommandSender = {
    memberId: guest.view.me?.memberId ?? as(''),
    participantId: guest.participantId,
    role,
    rights: rightsOfRole[role],
    devicePk: new Uint8Array(32),
    frozen: false,
  };
  let commands = 0;
  const send = (command: Command): CommandOutcome | Promise<CommandOutcome> => {
    commands += 1;
    const id = as<CommandId>(commands.toString(16).padStart(32, 'e'));
    const code = command.type === 'prompt.suggest' ? undefined : world.session.engine.judge(sender, id, command);
    return code === undefined ? world.session.engine.execute(sender, id, command) : { state: 'rejected', code };
  };
  return { world, guest, send };
}

describe('a hand-made command', () => {
  it.each(['__proto__', 'constructor', 'toString'])('that answers a request called %s stops nothing', async (name) => {
    const { world, send } = await roomWith('viewer');
    const approvalId = as<ApprovalId>(name);
    const outcome = send({ type: 'approval.answer', approvalId, decision: 'allow', extra: '{}', signed });
    expect(outcome).toMatchObject({ state: 'rejected', code: 'no_such_object' });
    expect(world.session.engine.isFailed).toBe(false);
  });

  it('whose event does not fit is refused, and the session goes on', async () => {
    const { world, send } = await roomWith('co-driver');
    const outcomes = [
      send({ type: 'chat.post', text: swollen(16 * 1024) }),
      send({ type: 'prompt.suggest', agentId: as('mock'), text: swollen(12 * 1024), attachments: undefined, signed }),
    ];
    for (const outcome of outcomes) expect(outcome).toEqual({ state: 'rejected', code: 'too_large' });
    expect(world.session.engine.isFailed).toBe(false);
    expect(send({ type: 'chat.post', text: 'still here' })).toEqual({ state: 'done' });
    expect(world.room.chat.map(({ text }) => text)).toEqual(['still here']);
  });

  it('that renames puts no control character, direction mark or empty name before anybody', async () => {
    const { world, guest, send } = await roomWith('viewer');
    const nameNow = () => world.room.participants[guest.participantId]?.name;
    expect(send({ type: 'member.rename', name: '\u202eE\u001b]52;c;eA\u0007v\ne\u200b ' })).toEqual({ state: 'done' });
    expect(nameNow()).toBe('E]52;c;eAve');
    expect(send({ type: 'member.rename', name: '\u200b\u202e' })).toMatchObject({ code: 'empty' });
    world.session.engine.actAsHost({ type: 'room.rename', title: 'a\u001b[2J\u202eb' }, as<CommandId>('3'.repeat(32)));
    expect(world.room.title).toBe('a[2Jb');
  });

  it('of the host’s that is too long for its event is refused too', async () => {
    const { world } = await roomWith('viewer');
    const order = Array.from({ length: 500 }, (_, at) => as<PromptId>(`${at}`.padStart(128, '0')));
    const act = (command: Command, id: string) => world.session.engine.actAsHost(command, as<CommandId>(id));
    const [guest] = Object.keys(world.room.participants).filter((id) => id !== 'host');
    const participantId = as<ParticipantId>(guest ?? '');
    expect(act({ type: 'queue.reorder', agentId: as('mock'), order }, '1'.repeat(32))).toMatchObject({
      code: 'too_large',
    });
    const note = swollen(12_000);
    expect(
      act({ type: 'member.remove', participantId, block: false, keepInvites: undefined, note }, '2'.repeat(32)),
    ).toMatchObject({ code: 'too_large' });
    expect(world.room.participants[participantId]?.state).toBe('present');
    expect(world.session.engine.isFailed).toBe(false);
  });
});

describe('an agent that says too much', () => {
  it('loses what does not fit, and not the session', async () => {
    const { world } = await roomWith('viewer');
    const { engine } = world.session;
    const agentId = as<AgentId>('mock');
    const entries = Array.from({ length: 100 }, () => ({ text: '計'.repeat(300), status: 'pending' as const }));
    engine.append([
      { type: 'ai.plan.updated', agentId, entries },
      { type: 'ai.status', agentId, code: 'x', text: 'still here' },
    ]);
    expect(engine.isFailed).toBe(false);
    expect(world.room.items.flatMap((item) => (item.kind === 'notice' ? [item.code] : []))).toEqual(
      expect.arrayContaining(['too_large', 'x']),
    );
  });

  it('gets a refusal for a request that no card can show', async () => {
    const { world } = await roomWith('viewer');
    const { engine } = world.session;
    const questions = [{ question: '問'.repeat(20_000), header: '', multiSelect: false, options: [] }];
    const card = { title: '', shown: '{}', shownHash: '', risks: [], hidden: 0, elided: [], questions };
    engine.take({
      type: 'approval_requested',
      agentId: as<AgentId>('mock'),
      prepared: {
        approvalId: as<ApprovalId>('a1'.repeat(16)),
        requestId: 'native',
        kind: 'question',
        toolName: 'Ask',
        native: { request: '{}', salt: new Uint8Array(32) },
        toolKind: 'other',
        input: {},
        mayEdit: false,
        mayGiveFeedback: false,
        verdict: 'ask',
        card,
      },
    });
    expect(engine.isFailed).toBe(false);
    expect(world.room.pendingApprovals).toEqual([]);
    expect(world.room.items.some((item) => item.kind === 'notice' && item.code === 'too_large')).toBe(true);
  });
});
