import type { Command, CommandType } from '@collagility/protocol/commands';
import { as, type CardId, type PromptId, type SuggestionId } from '@collagility/protocol/ids';
import { type Rights, rightsOfRole } from '@collagility/protocol/rights';
import { beforeEach, describe, expect, it } from 'vitest';
import { judgeRight, mayGive, rightOf } from './rights.ts';
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

  it('lets a viewer talk and vote, and no more', () => {
    const allowed = Object.entries(rightOf).flatMap(([type, need]) => (need(rightsOfRole.viewer) ? [type] : []));
    expect(allowed).toEqual(['chat.post', 'suggestion.vote', 'member.rename', 'member.hand', 'member.leave']);
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
