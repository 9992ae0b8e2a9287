import { rightsOfRole } from '@collagility/protocol/rights';
import { beforeEach, describe, expect, it } from 'vitest';
import { EngineWorld } from './engine-world.ts';

let world = EngineWorld.ready();
beforeEach(() => {
  world = EngineWorld.ready();
  world.join('Ada', 'co-driver', { ...rightsOfRole['co-driver'], approve: true });
  world.prompt('host', 'go');
  world.clear();
});

const always = {
  optionId: 'proceed_always',
  label: 'Allow for this session',
  decision: 'allow',
  reach: 'session',
  words: 'From then on every edit of this session runs unasked.',
} as const;
const never = { optionId: 'reject_always', label: 'Always reject', decision: 'deny', reach: 'unknown' } as const;
const ask = () => world.ask('a1', { nativeOptions: [always, never] });
const replies = () => world.effectsOf('answer').map(({ decision }) => decision);

describe('the agent’s own lasting answers', () => {
  it('[CLG-77] are shown under what they do, and the host’s choice goes back by its exact id and is told to all', () => {
    const id = ask();
    expect(world.of('approval.requested')).toMatchObject([{ nativeOptions: [always, never] }]);
    expect(world.answer('host', id, 'allow', { optionId: 'proceed_always' })).toEqual({ state: 'done' });
    expect(replies()).toEqual([{ toolId: 'native-a1', approved: true, scope: 'once', optionId: 'proceed_always' }]);
    expect(world.of('approval.resolved')).toMatchObject([{ outcome: 'allowed', by: 'host', nativeOption: always }]);
    expect(world.of('approval.rule_added')).toEqual([]);
  });

  it('[CLG-77] are refused to everybody else, who may still answer once', () => {
    const id = ask();
    expect(world.answer('Ada', id, 'allow', { optionId: 'proceed_always' })).toMatchObject({ code: 'right' });
    expect(world.answer('Ada', id, 'deny', { optionId: 'reject_always' })).toMatchObject({ code: 'right' });
    expect(replies()).toEqual([]);
    expect(world.answer('Ada', id, 'allow')).toEqual({ state: 'done' });
    expect(replies()).toEqual([{ toolId: 'native-a1', approved: true, scope: 'once' }]);
  });

  it.each([
    ['allow', { optionId: 'reject_always' }],
    ['deny', { optionId: 'proceed_always' }],
    ['allow', { optionId: 'never_offered' }],
    ['allow', { optionId: '__proto__' }],
    ['allow', { optionId: 'proceed_always', scope: 'session' }],
    ['allow', { optionId: 'proceed_always', updatedInput: '{}' }],
  ] as const)('[CLG-77] are not taken where %s comes with %j', (decision, extra) => {
    const id = ask();
    expect(world.answer('host', id, decision, extra)).toMatchObject({ code: 'not_supported' });
    expect(replies()).toEqual([]);
  });

  it('[CLG-77] let nothing past two people', () => {
    world.command('host', { type: 'room.set_two_person', on: true });
    const id = ask();
    expect(world.answer('host', id, 'allow', { optionId: 'proceed_always' })).toMatchObject({ code: 'two_people' });
    expect(world.answer('host', id, 'deny', { optionId: 'reject_always' })).toEqual({ state: 'done' });
    expect(replies()).toMatchObject([{ approved: false, optionId: 'reject_always' }]);
  });
});
