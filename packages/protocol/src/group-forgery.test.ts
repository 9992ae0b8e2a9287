// What a member, who knows the group's secret, and the relay, who carries the frames, can do together.
import { beforeAll, expect, test } from 'vitest';
import { concat, utf8 } from './bytes.ts';
import { encodeRun, type Run, runEnd, signHead } from './chain.ts';
import { encodeCheck, maxDigestsPerCheck } from './check.ts';
import { signKeyPair } from './crypto/keys.ts';
import { sign } from './crypto/sign.ts';
import { ready } from './crypto/sodium.ts';
import type { GroupType } from './group-keys.ts';
import { encodeJson } from './plaintext.ts';
import { cryptoGroup, cryptoRoom, filled, forgeGroupFrame } from './testing/crypto-room.ts';

beforeAll(() => ready);

function scene() {
  const world = cryptoRoom();
  const group = cryptoGroup(world);
  const victim = group.welcome();
  victim.open(group.check(), 0);
  const forge = (frame: Parameters<typeof forgeGroupFrame>[2]) => forgeGroupFrame(world, group.sender.state(), frame);
  return { world, group, victim, forge, mallory: signKeyPair(filled(0x66)) };
}

const nextCtr = (group: ReturnType<typeof cryptoGroup>, type: GroupType) => group.sender.state().counters[type] + 1;

test('[G5] [CLG-52] a durable frame without the host’s signature is refused', () => {
  const { world, group, victim, forge, mallory } = scene();
  const run: Run = { prev: group.head().hash, first: 1, events: [utf8('{"type":"approval.resolved"}')] };
  const signatures = [
    filled(0, 64),
    signHead(mallory.secretKey, world.roomId, world.gen, runEnd(world.roomId, run)),
    // The host's own, but of another start of it.
    signHead(world.room.secretKey, world.roomId, world.gen - 1, runEnd(world.roomId, run)),
  ];
  for (const signature of signatures) {
    expect(victim.open(forge({ type: 5, ctr: 1, bin: concat(signature, encodeRun(run)) }), 0)).toEqual({
      kind: 'bad',
      code: 'sig',
    });
  }
  expect(victim.open(group.durable('{}'), 0).kind).toBe('durable');
});

test('[G5] [G9] [CLG-55] a check without the host’s signature, or an old one under a new counter, is refused', () => {
  const { world, group, victim, forge, mallory } = scene();
  const ctr = nextCtr(group, 7);
  const m = encodeCheck({
    gen: world.gen,
    epoch: 1,
    ctr,
    hostMs: 5,
    seq: 0,
    hash: group.head().hash,
    firstEphemeral: 1,
    digests: [],
  });
  const forged = concat(sign(mallory.secretKey, 'chk', world.roomId, m), m);
  expect(victim.open(forge({ type: 7, ctr, bin: forged }), 0)).toEqual({ kind: 'bad', code: 'sig' });
  // An honest check of counter 1, sealed again under counter 2.
  const old = encodeCheck({
    gen: world.gen,
    epoch: 1,
    ctr: 1,
    hostMs: 1,
    seq: 0,
    hash: group.head().hash,
    firstEphemeral: 1,
    digests: [],
  });
  const replayed = concat(sign(world.room.secretKey, 'chk', world.roomId, old), old);
  expect(victim.open(forge({ type: 7, ctr, bin: replayed }), 0)).toEqual({ kind: 'bad', code: 'sig' });
  expect(victim.open(group.check(), 0).kind).toBe('check');
});

test('[G6] [CLG-55] forged provisional text under a free counter raises the alarm at the next check', () => {
  const { group, victim, forge } = scene();
  victim.open(group.sender.sealEphemeral({ x: 'true' }), 0);
  expect(victim.open(forge({ type: 6, ctr: 9, json: encodeJson({ x: 'forged' }) }), 0).kind).toBe('ephemeral');
  expect(victim.open(group.check(), 0)).toMatchObject({ kind: 'check', covered: [1], forged: [9] });
});

test('[G6] [CLG-55] forged provisional text under a true counter raises the alarm at the next check', () => {
  const { group, victim, forge } = scene();
  expect(victim.open(forge({ type: 6, ctr: 1, json: encodeJson({ x: 'forged' }) }), 0).kind).toBe('ephemeral');
  const genuine = group.sender.sealEphemeral({ x: 'true' });
  expect(victim.open(genuine, 0)).toEqual({ kind: 'dropped', reason: 'replay' });
  expect(victim.open(group.check(), 0)).toMatchObject({ kind: 'check', covered: [], forged: [1] });
});

test('[G6] [CLG-55] provisional text of the past, after its check, is not shown at all', () => {
  const { group, victim, forge } = scene();
  group.sender.sealEphemeral({ x: 'dropped on the way' });
  victim.open(group.check(), 0);
  expect(victim.open(forge({ type: 6, ctr: 1, json: encodeJson({ x: 'forged' }) }), 0)).toEqual({
    kind: 'dropped',
    reason: 'replay',
  });
});

test('[CLG-55] a check that is full leaves the frames after it to the next one, without alarm', () => {
  const { group, victim } = scene();
  for (let at = 0; at < maxDigestsPerCheck + 2; at++) {
    const frame = group.sender.sealEphemeral({ at });
    if (at >= maxDigestsPerCheck - 1) victim.open(frame, 0);
  }
  const [full, rest] = group.checks();
  if (full === undefined || rest === undefined) throw new Error('Two checks were expected.');
  expect(maxDigestsPerCheck).toBe(3830);
  expect(full.length).toBeLessThanOrEqual(61_472);
  expect(victim.open(full, 0)).toMatchObject({ covered: [3830], forged: [] });
  expect(victim.open(rest, 0)).toMatchObject({ covered: [3831, 3832], forged: [] });
});

test('[G7] [CLG-46] an unsigned or badly signed frame of a later step advances nobody', () => {
  const { world, group, victim, forge, mallory } = scene();
  expect(victim.open(forge({ type: 6, ctr: 1, stepsAhead: 1 }), 0)).toEqual({ kind: 'dropped', reason: 'later_step' });
  const run: Run = { prev: group.head().hash, first: 1, events: [utf8('{}')] };
  const signature = signHead(mallory.secretKey, world.roomId, world.gen, runEnd(world.roomId, run));
  const durable = forge({ type: 5, ctr: 1, stepsAhead: 3, bin: concat(signature, encodeRun(run)) });
  expect(victim.open(durable, 0)).toEqual({ kind: 'bad', code: 'sig' });
  expect(victim.step).toBe(0);
  expect(victim.open(group.durable('{}'), 0).kind).toBe('durable');
});

test('[G7] [CLG-46] an old durable signature in a frame of a later step or counter advances nobody', () => {
  const { world, group, victim, forge } = scene();
  const run = group.makeRun('{"n":1}');
  const signature = signHead(world.room.secretKey, world.roomId, world.gen, group.head());
  const genuine = group.sender.sealDurable(signature, run);
  expect(victim.open(genuine, 0).kind).toBe('durable');
  const bin = concat(signature, encodeRun(run));
  for (const stepsAhead of [0, 5]) {
    expect(victim.open(forge({ type: 5, ctr: 1000, stepsAhead, bin }), 0)).toEqual({
      kind: 'dropped',
      reason: 'replay',
    });
  }
  expect(victim.step).toBe(0);
  expect(victim.open(group.durable('{"n":2}'), 0).kind).toBe('durable');
});

test('[G7] [CLG-49] an unsigned frame cannot push the ephemeral counter by more than 65 536', () => {
  const { group, victim, forge } = scene();
  expect(victim.open(forge({ type: 6, ctr: 65_537 }), 0)).toEqual({ kind: 'resume', reason: 'ephemeral_jump' });
  expect(victim.open(group.sender.sealEphemeral({}), 0)).toMatchObject({ kind: 'ephemeral', ctr: 1 });
});

test('[CLG-55] provisional frames that no check ever covers are bounded: then a resume is asked for', () => {
  const { victim, forge } = scene();
  let shown = 0;
  while (shown < 10_000 && victim.open(forge({ type: 6, ctr: shown + 1 }), 0).kind === 'ephemeral') shown++;
  expect(shown).toBe(8192);
});

test('[G16] [CLG-51] a frame whose run or json does not add up is refused', () => {
  const { victim, forge } = scene();
  const bins = [filled(0, 0), filled(0, 63), filled(0, 64), filled(0, 64 + 41), filled(0, 200)];
  for (const bin of bins)
    expect(victim.open(forge({ type: 5, ctr: 1, bin }), 0)).toEqual({ kind: 'bad', code: 'bad_frame' });
  for (const bin of bins)
    expect(victim.open(forge({ type: 7, ctr: 2, bin }), 0)).toEqual({ kind: 'bad', code: 'bad_frame' });
  for (const text of ['[]', '1', '{', 'null']) {
    expect(victim.open(forge({ type: 6, ctr: 1, json: utf8(text) }), 0)).toEqual({ kind: 'bad', code: 'bad_frame' });
  }
  const withJson = forge({ type: 5, ctr: 1, json: utf8('{}'), bin: filled(0, 200) });
  expect(victim.open(withJson, 0)).toEqual({ kind: 'bad', code: 'bad_frame' });
});
