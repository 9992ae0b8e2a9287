import { actHash, actOf } from '@collagility/protocol/act';
import { fromHex, toHex, utf8 } from '@collagility/protocol/bytes';
import type { Command } from '@collagility/protocol/commands';
import { signKeyPair } from '@collagility/protocol/crypto/keys';
import { ready } from '@collagility/protocol/crypto/sodium';
import type { CommandSender } from '@collagility/protocol/host/contract';
import { type ApprovalId, as, type CommandId, type PromptId, type SuggestionId } from '@collagility/protocol/ids';
import { rightsOfRole } from '@collagility/protocol/rights';
import { encodeStatement, extraHash, shownHash, signStatement } from '@collagility/protocol/statement';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claude, EngineWorld, signed } from './engine-world.ts';
import { type CommandFacts, judgeCommand, judgeSignature } from './judge-command.ts';

beforeAll(() => ready);

const commandId = as<CommandId>('c1'.repeat(16));
const objectId = as<ApprovalId>('a1'.repeat(16));
const roomId = new Uint8Array(16).fill(7);
const atHash = new Uint8Array(32).fill(9);
let world = EngineWorld.ready();
beforeEach(() => {
  world = EngineWorld.ready();
  world.join('Ada', 'co-driver', { ...rightsOfRole['co-driver'], approve: true });
});
const facts = (): CommandFacts => ({
  room: world.room,
  roomId,
  hashAt: (seq) => (seq === 5 ? atHash : undefined),
});

/** Signs as Ada's device does; `change` alters what is signed. */
function sign(command: Command, change: { command?: Command; id?: string; atSeq?: number; room?: Uint8Array } = {}) {
  const keys = signKeyPair(new Uint8Array(32).fill(3));
  const id = change.id ?? commandId;
  const act = actOf(change.command ?? command, as<CommandId>(id), world.room);
  const [own, object] = [fromHex(id, 16), fromHex(act?.objectId ?? '', 16)];
  if (!act || !own || !object) throw new Error('not signed');
  const statement = encodeStatement({
    kind: act.kind,
    commandId: own,
    objectId: object,
    decision: act.decision,
    atSeq: change.atSeq ?? 5,
    atHash,
    shownHash: actHash(act, roomId) ?? new Uint8Array(32),
    extraHash: extraHash(utf8(act.extra)),
  });
  const signature = signStatement(keys.secretKey, change.room ?? roomId, statement);
  const sender: CommandSender = { ...world.sender('Ada'), devicePk: keys.publicKey };
  const sent = { ...command, signed: { statement: toHex(statement), signature: toHex(signature) } };
  return judgeSignature(facts(), sender, commandId, sent);
}

it('a queue that is not held is not resumed: crashes count on, and the time to try again stays', () => {
  const judged = () =>
    judgeCommand(facts(), world.sender('host'), commandId, { type: 'queue.resume', agentId: claude });
  expect(judged()).toBe('not_held');
  world.commit({ type: 'ai.queue.stopped', atMs: 0, agentId: claude, reason: 'QUOTA_EXHAUSTED', retryAtMs: 9 });
  expect(judged()).toBeUndefined();
});

describe('a signed answer', () => {
  const answer = (decision: 'allow' | 'deny', extra: string): Command => ({
    type: 'approval.answer',
    approvalId: objectId,
    decision,
    extra,
    signed,
  });
  const once = '{"scope":"once"}';
  beforeEach(() => {
    world.prompt('host', 'go');
    world.ask(objectId);
  });

  it('[CLG-75] counts for exactly what was signed', () => {
    expect(sign(answer('allow', once))).toBeUndefined();
  });
  it('[A1] once does not become session, nor allow deny', () => {
    expect(sign(answer('allow', '{"scope":"session"}'), { command: answer('allow', once) })).toBe('bad_signature');
    expect(sign(answer('allow', once), { command: answer('deny', once) })).toBe('bad_signature');
  });
  it('[A1] counts for one command, one room, and a state that the sender could have seen', () => {
    expect(sign(answer('allow', once), { id: 'd1'.repeat(16) })).toBe('bad_signature');
    expect(sign(answer('allow', once), { room: new Uint8Array(16) })).toBe('bad_signature');
    expect(sign(answer('allow', once), { atSeq: 6 })).toBe('bad_signature');
  });
  it('[A2] counts for what was shown', () => {
    const before = world.room;
    const verdict = sign(answer('allow', once));
    const items = before.items.map((item) =>
      item.kind === 'approval' ? { ...item, request: { ...item.request, shown: '{"other":1}' } } : item,
    );
    expect(verdict).toBeUndefined();
    const keys = signKeyPair(new Uint8Array(32).fill(3));
    const object = fromHex(objectId, 16) ?? new Uint8Array(16);
    const statement = encodeStatement({
      kind: 'approval',
      commandId: fromHex(commandId, 16) ?? new Uint8Array(16),
      objectId: object,
      decision: 'allow',
      atSeq: 5,
      atHash,
      shownHash: shownHash(roomId, object, '{}') ?? new Uint8Array(32),
      extraHash: extraHash(utf8(once)),
    });
    const signature = signStatement(keys.secretKey, roomId, statement);
    const command: Command = {
      type: 'approval.answer',
      approvalId: objectId,
      decision: 'allow',
      extra: once,
      signed: { statement: toHex(statement), signature: toHex(signature) },
    };
    const sender = { ...world.sender('Ada'), devicePk: keys.publicKey };
    expect(judgeSignature(facts(), sender, commandId, command)).toBeUndefined();
    expect(judgeSignature({ ...facts(), room: { ...before, items } }, sender, commandId, command)).toBe(
      'bad_signature',
    );
  });
});

describe('a signed prompt', () => {
  const picture = {
    kind: 'image',
    name: 'plan.png',
    mimeType: 'image/png',
    blob: 'aa'.repeat(16),
    len: 3,
    hash: 'bb'.repeat(32),
  } as const;
  const run = (more: Partial<Extract<Command, { type: 'prompt.run' }>> = {}): Command => ({
    type: 'prompt.run',
    agentId: claude,
    text: 'Look at this',
    attachments: [picture],
    review: undefined,
    signed,
    ...more,
  });

  it('[CLG-78] counts for its agent, and for what its attachments hold, are called and are', () => {
    expect(sign(run())).toBeUndefined();
    // Where the bytes lie is not what they are: the host keeps them under a name of its own.
    expect(sign(run({ attachments: [{ ...picture, blob: 'cc'.repeat(16) }] }), { command: run() })).toBeUndefined();
    for (const other of [
      run({ agentId: as('codex') }),
      run({ attachments: [{ ...picture, hash: 'cc'.repeat(32) }] }),
      run({ attachments: [{ ...picture, name: 'other.png' }] }),
      run({ attachments: [{ ...picture, mimeType: 'text/plain' }] }),
      run({ attachments: [{ ...picture, kind: 'file' }] }),
      run({ attachments: [picture, picture] }),
      run({ attachments: undefined }),
      run({ review: [as('thread')] }),
    ])
      expect(sign(other, { command: run() })).toBe('bad_signature');
  });

  it('[CLG-78] of a suggestion that is run covers what the suggestion brought along', () => {
    const by = world.sender('Ada').participantId;
    const suggestionId = as<SuggestionId>('d'.repeat(32));
    const suggest = (name: string) =>
      world.commit({
        type: 'ai.request.prompt_suggested',
        atMs: 0,
        agentId: claude,
        suggestionId: as<SuggestionId>(name.repeat(32)),
        by,
        text: 'Look at this',
        attachments: [{ ...picture, name }],
      });
    suggest('d');
    suggest('e');
    const command: Command = { type: 'suggestion.run', suggestionId, text: undefined, signed };
    expect(sign(command)).toBeUndefined();
    const other: Command = { ...command, suggestionId: as<SuggestionId>('e'.repeat(32)) };
    expect(sign(other, { command })).toBe('bad_signature');
  });

  it('[CLG-78] that says nothing of where it goes, as of old, is refused', () => {
    const keys = signKeyPair(new Uint8Array(32).fill(3));
    const own = fromHex(commandId, 16) ?? new Uint8Array(16);
    const statement = encodeStatement({
      kind: 'prompt',
      commandId: own,
      objectId: own,
      decision: 'none',
      atSeq: 5,
      atHash,
      shownHash: new Uint8Array(32),
      extraHash: extraHash(utf8('Look at this')),
    });
    const signature = signStatement(keys.secretKey, roomId, statement);
    const command = { ...run(), signed: { statement: toHex(statement), signature: toHex(signature) } };
    const sender = { ...world.sender('Ada'), devicePk: keys.publicKey };
    expect(judgeSignature(facts(), sender, commandId, command)).toBe('bad_signature');
  });
});

describe('the form of a command', () => {
  const host = (command: Command) => judgeCommand(facts(), world.sender('host'), commandId, command);
  const run = (text: string): Command => ({
    type: 'prompt.run',
    agentId: claude,
    text,
    attachments: undefined,
    signed,
  });

  it.each([
    ['', 'empty'],
    [' \n\t', 'empty'],
    ['a\0b', 'malformed'],
    ['lone \ud800', 'malformed'],
    ['x'.repeat(1024 * 1024 + 1), 'too_large'],
    ['é'.repeat(600_000), 'too_large'],
  ])('[B19] [B20] a prompt like %j… is refused', (text, code) => {
    expect(host(run(text))).toBe(code);
  });

  it.each([
    '-v',
    '--version, please',
    '- [ ] tidy',
    '---\ntitle: x\n---',
    '-',
    '--',
    '/clear',
    '!ls',
    '#x',
    '@src/a.ts',
  ])('[B19] [B22] a prompt like %j is text', (text) => {
    // What is left to refuse is the made-up signature.
    expect(host(run(text))).toBe('bad_signature');
  });

  it('about something that is not there says so', () => {
    expect(host({ ...run('x'), agentId: as('nobody') } as Command)).toBe('no_such_agent');
    expect(host({ type: 'queue.remove', promptId: as<PromptId>('x') })).toBe('no_such_object');
    expect(host({ type: 'suggestion.decline', suggestionId: as<SuggestionId>('x'), note: undefined })).toBe(
      'no_such_object',
    );
  });

  it('chat is short and not empty', () => {
    expect(host({ type: 'chat.post', text: ' ' })).toBe('empty');
    expect(host({ type: 'chat.post', text: 'x'.repeat(17_000) })).toBe('too_large');
  });

  it('of a frozen device is nothing but leaving', () => {
    const frozen = { ...world.sender('host'), frozen: true };
    expect(judgeCommand(facts(), frozen, commandId, { type: 'chat.post', text: 'x' })).toBe('frozen');
    expect(judgeCommand(facts(), frozen, commandId, { type: 'member.leave' })).toBeUndefined();
  });
});

it('[CLG-67] where the agent runs something unasked, a guest sends no held prompt on: theirs or another’s', () => {
  world.join('Run', 'co-driver', { ...rightsOfRole['co-driver'], prompt: 'run' });
  world.prompt('host', 'one');
  const held = world.prompt('Run', 'two');
  const sendNow: Command = { type: 'queue.send_now', promptId: held };
  const judge = (name: string) => judgeCommand(facts(), world.sender(name), commandId, sendNow);
  expect(judge('Run')).toBeUndefined();
  world.do({ type: 'mode_changed', agentId: claude, mode: 'act', unasked: ['everything'] });
  expect([judge('Run'), judge('host')]).toEqual(['right', undefined]);
});
