import type { Command, CommandType } from '@collagility/protocol/commands';
import {
  as,
  type CardId,
  type MemberId,
  type ParticipantId,
  type PromptId,
  type SuggestionId,
} from '@collagility/protocol/ids';
import type { LobbyCard } from '@collagility/protocol/private';
import { mayGive, type Rights, rightsOfRole } from '@collagility/protocol/rights';
import { beforeEach, describe, expect, it } from 'vitest';
import { judgeCard, judgeRight, rightOf } from './rights.ts';
import { claude, EngineWorld, signed } from './session/engine-world.ts';

const none: Rights = {
  prompt: 'none',
  approve: false,
  interrupt: false,
  chat: false,
  terminal: 'none',
  invite: false,
  manage: false,
};
let world = EngineWorld.ready();
beforeEach(() => {
  world = EngineWorld.ready();
});

describe('the table of rights', () => {
  it('[C6] gives a person without rights nothing but their own name, hand and leave', () => {
    const allowed = Object.entries(rightOf).flatMap(([type, need]) => (need(none) ? [type] : []));
    expect(allowed).toEqual(['member.rename', 'member.hand', 'member.leave']);
  });

  it('lets a viewer talk, vote and comment on lines, and no more', () => {
    const allowed = Object.entries(rightOf).flatMap(([type, need]) => (need(rightsOfRole.viewer) ? [type] : []));
    expect(allowed).toEqual([
      'chat.post',
      'suggestion.vote',
      'approval.vote',
      'member.rename',
      'member.hand',
      'member.leave',
      'review.comment',
      'review.remove_comment',
      'review.resolve',
    ]);
  });

  it('gives a co-driver suggestions and the interrupt on top of that', () => {
    const more = (Object.keys(rightOf) as CommandType[]).filter(
      (type) => rightOf[type](rightsOfRole['co-driver']) && !rightOf[type](rightsOfRole.viewer),
    );
    expect(more).toEqual(['prompt.suggest', 'suggestion.withdraw', 'queue.remove', 'turn.interrupt']);
  });

  it('gives the host everything', () => {
    for (const need of Object.values(rightOf)) expect(need(rightsOfRole.host)).toBe(true);
  });
});

describe('a right', () => {
  const judge = (name: string, command: Command) => judgeRight(world.room, world.sender(name), command);

  it('to take back or remove is for one’s own things only', () => {
    for (const name of ['Ada', 'Bo']) world.join(name, 'co-driver');
    const { id } = world.command('Ada', {
      type: 'prompt.suggest',
      agentId: claude,
      text: 'x',
      attachments: undefined,
      signed,
    });
    const withdraw: Command = { type: 'suggestion.withdraw', suggestionId: as<SuggestionId>(id) };
    expect([judge('Ada', withdraw), judge('Bo', withdraw)]).toEqual([undefined, 'right']);
    world.prompt('host', 'running');
    const run = world.command('host', {
      type: 'suggestion.run',
      suggestionId: as<SuggestionId>(id),
      text: undefined,
      signed,
    });
    const remove: Command = { type: 'queue.remove', promptId: as<PromptId>(run.id) };
    expect([judge('Ada', remove), judge('Bo', remove), judge('host', remove)]).toEqual([undefined, 'right', undefined]);
  });

  it('can be given on only by who has it', () => {
    const inviter = { ...rightsOfRole['co-driver'], invite: true };
    world.join('Ada', 'co-driver', inviter);
    const options = { label: '', lobby: true, history: 'all', expiresAtMs: undefined, maxUses: undefined } as const;
    const invite = (role: 'viewer' | 'co-driver' | 'host', rights?: Rights): Command => ({
      type: 'invite.create',
      role,
      rights,
      ...options,
    });
    expect(judge('Ada', invite('co-driver'))).toBeUndefined();
    expect(judge('Ada', invite('viewer', { ...inviter, approve: true }))).toBe('right');
    expect(judge('Ada', invite('viewer', inviter))).toBeUndefined();
    expect(mayGive(inviter, { ...none, prompt: 'run' })).toBe(false);
    // [CLG-39] Links for hosts are made at the terminal alone.
    expect(judge('host', invite('host'))).toBe('right');
    const admit = { type: 'lobby.answer', cardId: as<CardId>('c'), decision: 'admit', keep: undefined } as const;
    const card = (more: object): Command => ({
      ...admit,
      role: undefined,
      rights: undefined,
      sameAs: undefined,
      ...more,
    });
    expect(judge('Ada', card({ role: 'host' }))).toBe('right');
    expect(judge('Ada', card({ sameAs: 'host' }))).toBe('right');
    expect(judge('Ada', card({}))).toBeUndefined();
  });

  it('of hosts is for hosts: who may manage makes none, demotes none, removes none and joins no device to one', () => {
    world.join('Mo', 'co-driver', { ...rightsOfRole.host });
    world.join('Ada', 'viewer');
    const id = (name: string) => as<ParticipantId>(name);
    const set = (name: string, role: 'viewer' | 'host'): Command => ({
      type: 'member.set_rights',
      participantId: id(name),
      role,
      rights: rightsOfRole[role],
    });
    const remove = (name: string): Command => ({
      type: 'member.remove',
      participantId: id(name),
      block: false,
      keepInvites: undefined,
      note: undefined,
    });
    const admit = (more: object): Command => ({
      type: 'lobby.answer',
      cardId: as<CardId>('c'),
      decision: 'admit',
      role: undefined,
      rights: undefined,
      sameAs: undefined,
      keep: undefined,
      ...more,
    });
    const unfreeze: Command = { type: 'member.unfreeze', memberId: as<MemberId>('host-device') };
    const acts = [
      set('host', 'viewer'),
      set('Ada', 'host'),
      set('Mo', 'host'),
      remove('host'),
      unfreeze,
      admit({ role: 'host' }),
      admit({ sameAs: 'host' }),
    ];
    for (const act of acts) expect(judge('Mo', act)).toBe('right');
    expect(judge('Mo', set('Ada', 'viewer'))).toBeUndefined();
    expect(judge('Mo', remove('Ada'))).toBeUndefined();
    expect(judge('host', set('Ada', 'host'))).toBeUndefined();
    expect(judge('host', admit({ sameAs: 'Ada' }))).toBeUndefined();
    for (const name of ['nobody', '__proto__']) expect(judge('host', admit({ sameAs: name }))).toBe('no_such_object');
  });

  it('at the door ends where the card gives more than its answerer has', () => {
    const inviter = { ...rightsOfRole['co-driver'], invite: true };
    world.join('Ada', 'co-driver', inviter);
    world.join('Mo', 'co-driver', { ...rightsOfRole.host });
    const card = (role: 'viewer' | 'co-driver' | 'host', more: Partial<LobbyCard> = {}): LobbyCard => ({
      cardId: as<CardId>('c'),
      name: 'Eve',
      inviteId: as('i'),
      inviteLabel: '',
      role,
      rights: rightsOfRole[role],
      words: ['a', 'b', 'c', 'd'],
      sinceHostMs: 0,
      kind: 'new',
      ...more,
    });
    const answer = (decision: 'admit' | 'deny', keep?: 'this') =>
      ({
        type: 'lobby.answer',
        cardId: as<CardId>('c'),
        decision,
        role: undefined,
        rights: undefined,
        sameAs: undefined,
        keep,
      }) as const;
    const at = (name: string, waiting: LobbyCard, said = answer('admit')) =>
      judgeCard(world.room, world.sender(name), waiting, said);
    expect(at('Ada', card('co-driver'))).toBeUndefined();
    expect(at('Ada', card('host'))).toBe('right');
    expect(at('Ada', card('host'), answer('deny'))).toBeUndefined();
    expect(at('Ada', card('viewer', { rights: { ...inviter, approve: true } }))).toBe('right');
    expect(at('Mo', card('host'))).toBe('right');
    expect(at('host', card('host'))).toBeUndefined();
    const alarm = (participantId: string) =>
      card('viewer', { kind: 'out-of-step', memberId: as('d'), participantId: as(participantId) });
    for (const said of [answer('admit', 'this'), answer('deny')]) {
      expect(at('Ada', alarm('Ada'), said)).toBe('right');
      expect(at('Mo', alarm('Ada'), said)).toBeUndefined();
      expect(at('Mo', alarm('host'), said)).toBe('right');
      expect(at('host', alarm('host'), said)).toBeUndefined();
    }
  });

  it('to manage stays with at least one person', () => {
    const demote = (name: string): Command => ({
      type: 'member.set_rights',
      participantId: world.sender(name).participantId,
      role: 'viewer',
      rights: rightsOfRole.viewer,
    });
    expect(judge('host', demote('host'))).toBe('last_host');
    world.join('Ada', 'host');
    expect(judge('host', demote('host'))).toBeUndefined();
  });
});
