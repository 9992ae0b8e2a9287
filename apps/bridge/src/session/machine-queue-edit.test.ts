import { as, type PromptId, type SuggestionId } from '@collagility/protocol/ids';
import { rightsOfRole } from '@collagility/protocol/rights';
import { beforeEach, describe, expect, it } from 'vitest';
import { claude, EngineWorld, signed } from './engine-world.ts';
import { judgeCommand } from './judge-command.ts';

let world = EngineWorld.ready();
let running = as<PromptId>('');
beforeEach(() => {
  world = EngineWorld.ready();
  world.join('Ada', 'co-driver');
  world.join('Dov', 'co-driver', { ...rightsOfRole['co-driver'], prompt: 'run' });
  running = world.prompt('host', 'first');
});
const edit = (name: string, promptId: PromptId, text: string) =>
  world.command(name, { type: 'queue.edit', promptId, text, signed }).outcome;
const textOf = (promptId: PromptId) => {
  const item = world.room.items.find((found) => found.kind === 'prompt' && found.promptId === promptId);
  return item?.kind === 'prompt' ? item.text : undefined;
};
const suggest = (name: string, text: string) =>
  as<SuggestionId>(
    world.command(name, { type: 'prompt.suggest', agentId: claude, text, attachments: undefined, signed }).id,
  );

describe('an edit in the queue', () => {
  it('replaces the words of one that waits, under the name of whoever changed them', () => {
    const waiting = world.prompt('Dov', 'second');
    expect(edit('host', waiting, 'second, better')).toEqual({ state: 'done' });
    expect(textOf(waiting)).toBe('second, better');
    expect(world.room.items.find((item) => item.kind === 'prompt' && item.promptId === waiting)).toMatchObject({
      by: 'Dov',
      editedBy: 'host',
      edited: true,
    });
  });

  it('comes too late for one that runs, and is not for those who may only suggest', () => {
    expect(edit('host', running, 'other')).toMatchObject({ code: 'no_such_object' });
    const waiting = world.prompt('host', 'second');
    expect(edit('Ada', waiting, 'rm -rf /')).toMatchObject({ code: 'right' });
    expect([textOf(running), textOf(waiting)]).toEqual(['first', 'second']);
  });

  it('[B22] makes no command of the agent out of the host’s prompt for somebody who may not give one', () => {
    const waiting = world.prompt('host', 'second');
    edit('Dov', waiting, '/clear');
    world.endTurn(running);
    expect(world.effectsOf('send_prompt').at(-1)).toMatchObject({ promptId: waiting, mayCommand: false });
  });

  it('[CLG-67] the right of whoever changed it is read again when it starts', () => {
    const waiting = world.prompt('host', 'second');
    edit('Dov', waiting, 'other');
    world.setRights('Dov', { prompt: 'suggest' });
    world.endTurn(running);
    expect(world.room.agents[claude]?.queue).toEqual([{ promptId: waiting, held: 'author_right' }]);
  });

  it('of a prompt that was let go needs to be let go again', () => {
    const waiting = world.prompt('Dov', 'second');
    world.setRights('Dov', { prompt: 'suggest' });
    world.command('host', { type: 'queue.send_now', promptId: waiting });
    expect(world.state.released).toEqual([waiting]);
    edit('host', waiting, 'other');
    expect(world.state.released).toEqual([]);
  });

  it('is checked like a new prompt', () => {
    const waiting = world.prompt('host', 'second');
    const facts = { room: world.room, roomId: new Uint8Array(16), hashAt: () => undefined };
    const judge = (text: string) =>
      judgeCommand(facts, world.sender('host'), as('00'.repeat(16)), {
        type: 'queue.edit',
        promptId: waiting,
        text,
        signed,
      });
    expect([judge(' '), judge('a\0b'), judge('x'.repeat(2 ** 21))]).toEqual(['empty', 'malformed', 'too_large']);
    expect(judge('fine')).toBe('bad_signature');
  });
});

describe('merged suggestions', () => {
  it('keep all who wrote them, and wait for the host when one of them was removed', () => {
    world.join('Bo', 'co-driver');
    const ids = [suggest('Ada', 'a'), suggest('Bo', 'b'), suggest('Ada', 'c')];
    world.command('host', { type: 'suggestion.merge', suggestionIds: ids, text: 'a, b, c', signed });
    expect(world.of('ai.prompt.queued').at(-1)).toMatchObject({ by: 'host', authors: ['Ada', 'Bo'] });
    const [waiting] = world.queue;
    expect(world.room.items.find((item) => item.kind === 'prompt' && item.promptId === waiting)).toMatchObject({
      authors: ['Ada', 'Bo'],
    });
    world.remove('Bo');
    world.endTurn(running);
    expect(world.room.agents[claude]?.queue).toEqual([{ promptId: waiting, held: 'author_left' }]);
  });
});

describe('votes on a request', () => {
  it('are told to all, one a person, decide nothing, and end with it', () => {
    world.join('Vi', 'viewer');
    const approvalId = world.ask('a1');
    const vote = (name: string, way: 'up' | 'down' | 'none') =>
      world.command(name, { type: 'approval.vote', approvalId, vote: way, signed }).outcome;
    const votes = () => {
      const item = world.room.items.find((found) => found.kind === 'approval');
      return item?.kind === 'approval' ? item.votes : undefined;
    };
    expect(vote('Vi', 'down')).toEqual({ state: 'done' });
    vote('Ada', 'up');
    vote('Ada', 'up');
    expect(votes()).toEqual({ Vi: 'down', Ada: 'up' });
    vote('Ada', 'none');
    expect(votes()).toEqual({ Vi: 'down' });
    expect(world.effectsOf('answer')).toEqual([]);
    world.answer('host', approvalId, 'deny');
    expect(vote('Ada', 'up')).toMatchObject({ code: 'already_resolved' });
  });
});
