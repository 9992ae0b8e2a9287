import { errorInfo } from '@collagility/adapters/errors';
import { as, type SuggestionId } from '@collagility/protocol/ids';
import { rightsOfRole } from '@collagility/protocol/rights';
import { beforeEach, describe, expect, it } from 'vitest';
import { claude, EngineWorld, signed } from './engine-world.ts';

let world = EngineWorld.ready();
beforeEach(() => {
  world = EngineWorld.ready();
});
const suggest = (name: string, text: string): SuggestionId =>
  as<SuggestionId>(
    world.command(name, { type: 'prompt.suggest', agentId: claude, text, attachments: undefined, signed }).id,
  );

describe('suggestions', () => {
  it('of a co-driver run when the host says so, under both names', () => {
    world.join('Ada', 'co-driver');
    const suggestionId = suggest('Ada', 'Fix the test');
    expect(world.command('Ada', { type: 'suggestion.run', suggestionId, text: undefined, signed }).outcome).toEqual({
      state: 'rejected',
      code: 'right',
    });
    world.command('host', { type: 'suggestion.run', suggestionId, text: undefined, signed });
    expect(world.of('ai.prompt.queued')).toMatchObject([{ by: 'host', suggestedBy: 'Ada', text: 'Fix the test' }]);
    expect(world.of('ai.prompt.queued')[0]?.edited).toBeUndefined();
    expect(world.of('ai.request.suggestion_resolved')).toMatchObject([{ outcome: 'run', by: 'host' }]);
    expect(world.effectsOf('send_prompt')).toHaveLength(1);
  });

  it('say when the one who runs them changed them', () => {
    world.join('Ada', 'co-driver');
    const suggestionId = suggest('Ada', 'Fix it');
    world.command('host', { type: 'suggestion.run', suggestionId, text: 'Fix all', signed });
    expect(world.of('ai.prompt.queued')).toMatchObject([{ text: 'Fix all', edited: true }]);
  });

  it('can be voted on, declined with a note, merged, and taken back by their author alone', () => {
    world.join('Ada', 'co-driver');
    world.join('Bo', 'co-driver');
    const [one, two, three, four] = ['a', 'b', 'c', 'd'].map((text) => suggest('Ada', text));
    if (!one || !two || !three || !four) throw new Error('four suggestions');
    world.command('Bo', { type: 'suggestion.vote', suggestionId: one, vote: 'up', signed });
    expect(world.room.suggestions[0]?.votes).toEqual({ Bo: 'up' });
    world.command('host', { type: 'suggestion.merge', suggestionIds: [one, two], text: 'a and b', signed });
    expect(world.of('ai.request.suggestion_resolved').map(({ outcome }) => outcome)).toEqual(['merged', 'merged']);
    world.command('host', { type: 'suggestion.decline', suggestionId: three, note: 'Not now' });
    expect(world.command('Bo', { type: 'suggestion.withdraw', suggestionId: four }).outcome).toMatchObject({
      code: 'right',
    });
    world.command('Ada', { type: 'suggestion.withdraw', suggestionId: four });
    expect(world.room.suggestions).toEqual([]);
  });
});

describe('the queue', () => {
  it('runs one prompt after another, each by its author', () => {
    const first = world.prompt('host', 'one');
    const second = world.prompt('host', 'two');
    expect([world.running, world.queue]).toEqual([first, [second]]);
    world.endTurn(first);
    expect([world.running, world.queue]).toEqual([second, []]);
    expect(world.effectsOf('send_prompt').map(({ promptId }) => promptId)).toEqual([first, second]);
  });

  it('says the place of a prompt that waits', () => {
    world.prompt('host', 'one');
    world.prompt('host', 'two');
    const { outcome } = world.command('host', {
      type: 'prompt.run',
      agentId: claude,
      text: 'x',
      attachments: undefined,
      signed,
    });
    expect(outcome).toEqual({ state: 'queued', position: 2 });
  });

  it('can be reordered and emptied', () => {
    const first = world.prompt('host', 'one');
    const [two, three] = [world.prompt('host', 'two'), world.prompt('host', 'three')];
    world.command('host', { type: 'queue.reorder', agentId: claude, order: [three, two] });
    world.command('host', { type: 'queue.remove', promptId: two });
    world.endTurn(first);
    expect([world.running, world.queue]).toEqual([three, []]);
  });

  it('[C7] [CLG-67] holds what its author may not run any more, and runs it when the host lets it go', () => {
    world.join('Ada', 'co-driver', { ...rightsOfRole['co-driver'], prompt: 'run' });
    const first = world.prompt('host', 'one');
    const held = world.prompt('Ada', 'two');
    const third = world.prompt('host', 'three');
    world.setRights('Ada', { prompt: 'suggest' });
    world.endTurn(first);
    expect(world.of('ai.prompt.held')).toMatchObject([{ promptId: held, reason: 'author_right' }]);
    expect(world.running).toBe(third);
    world.command('host', { type: 'queue.send_now', promptId: held });
    expect(world.running).toBe(third);
    world.endTurn(third);
    expect(world.running).toBe(held);
  });

  it('[CLG-67] what a guest sent to the front waits when the agent begins to act unasked before it starts', () => {
    world.join('Ada', 'co-driver', { ...rightsOfRole['co-driver'], prompt: 'run' });
    const first = world.prompt('host', 'one');
    const theirs = world.prompt('Ada', 'two');
    world.command('Ada', { type: 'queue.send_now', promptId: theirs });
    world.do({ type: 'mode_changed', agentId: claude, mode: 'act', unasked: ['everything'] });
    world.endTurn(first);
    expect([world.running, world.queue]).toEqual([undefined, [theirs]]);
    expect(world.of('ai.prompt.held')).toMatchObject([{ promptId: theirs, reason: 'runs_unasked' }]);
    world.command('host', { type: 'queue.send_now', promptId: theirs });
    expect(world.running).toBe(theirs);
  });

  it('[CLG-47] holds what a removed person wrote, also as a suggestion that the host ran', () => {
    world.join('Ada', 'co-driver');
    const first = world.prompt('host', 'one');
    world.command('host', { type: 'suggestion.run', suggestionId: suggest('Ada', 'x'), text: undefined, signed });
    world.remove('Ada');
    world.endTurn(first);
    expect(world.of('ai.prompt.held')).toMatchObject([{ reason: 'author_left' }]);
    expect(world.running).toBeUndefined();
  });

  it('keeps prompts of guests back while the agent runs things unasked', () => {
    world.join('Ada', 'co-driver', { ...rightsOfRole['co-driver'], prompt: 'run' });
    const first = world.prompt('host', 'one');
    world.prompt('Ada', 'two');
    world.do({ type: 'mode_changed', agentId: claude, mode: 'act', unasked: ['everything'], by: world.hostId });
    world.endTurn(first);
    expect(world.of('ai.prompt.held')).toMatchObject([{ reason: 'runs_unasked' }]);
  });

  it('waits while sharing is paused, except for the host', () => {
    world.join('Ada', 'co-driver', { ...rightsOfRole['co-driver'], prompt: 'run' });
    const first = world.prompt('host', 'one');
    const adas = world.prompt('Ada', 'two');
    world.command('host', { type: 'room.pause' });
    expect(world.command('Ada', { type: 'chat.post', text: 'hi' }).outcome).toMatchObject({ code: 'paused' });
    world.endTurn(first);
    expect(world.running).toBeUndefined();
    world.command('host', { type: 'room.resume' });
    expect(world.running).toBe(adas);
  });
});

describe('what stops the queue', () => {
  it.each([
    'AUTH_CREDENTIAL_INVALID',
    'PROVIDER_NOT_FOUND',
    'RATE_LIMIT_EXCEEDED',
    'QUOTA_EXHAUSTED',
    'PROVIDER_UNREACHABLE',
  ] as const)('%s keeps its items and says so, until the host resumes it', (code) => {
    const first = world.prompt('host', 'one');
    const second = world.prompt('host', 'two');
    world.do({ type: 'turn_error', agentId: claude, promptId: first, error: errorInfo(code) });
    world.endTurn(first, 'failed');
    expect([world.stopped, world.running, world.queue]).toEqual([code, undefined, [second]]);
    world.command('host', { type: 'queue.resume', agentId: claude });
    expect([world.stopped, world.running]).toEqual([undefined, second]);
  });

  it('a failure of the one prompt alone does not: the next one runs', () => {
    const first = world.prompt('host', 'one');
    const second = world.prompt('host', 'two');
    world.endTurn(first, 'failed', errorInfo('TURN_LIMIT_REACHED'));
    expect([world.stopped, world.running]).toEqual([undefined, second]);
  });

  it('the third crash in a row does; a crashed prompt is never sent again by itself', () => {
    const prompts = ['one', 'two', 'three', 'four'].map((text) => world.prompt('host', text));
    for (const prompt of prompts.slice(0, 3)) world.endTurn(prompt, 'failed', errorInfo('PROCESS_CRASHED'));
    expect([world.stopped, world.queue]).toEqual(['agent_crashed_often', prompts.slice(3)]);
    expect(world.effectsOf('send_prompt').map(({ promptId }) => promptId)).toEqual(prompts.slice(0, 3));
    expect(world.of('ai.execution.ended').map(({ outcome, reason }) => [outcome, reason])).toEqual(
      Array(3).fill(['failed', 'PROCESS_CRASHED']),
    );
  });

  it('a crash, then a good turn, starts the count anew', () => {
    const prompts = ['one', 'two', 'three', 'four'].map((text) => world.prompt('host', text));
    prompts.forEach((prompt, index) => {
      if (index === 1) world.endTurn(prompt);
      else world.endTurn(prompt, 'failed', errorInfo('PROCESS_CRASHED'));
    });
    expect(world.stopped).toBeUndefined();
  });

  it('an interrupt asks whether to go on, where something waits', () => {
    world.join('Ada', 'co-driver');
    const first = world.prompt('host', 'one');
    const second = world.prompt('host', 'two');
    const third = world.prompt('host', 'three');
    expect(world.command('Ada', { type: 'turn.interrupt', agentId: claude, promptId: first }).outcome).toEqual({
      state: 'done',
    });
    expect(world.effectsOf('interrupt')).toHaveLength(1);
    expect(world.of('ai.stream.interrupted')).toMatchObject([{ by: 'Ada' }]);
    // It is over when the agent says so.
    expect(world.running).toBe(first);
    world.endTurn(first, 'interrupted');
    expect([world.stopped, world.running]).toEqual(['interrupted', undefined]);
    world.command('host', { type: 'queue.send_now', promptId: second });
    expect([world.stopped, world.running]).toEqual(['interrupted', second]);
    world.endTurn(second);
    world.command('host', { type: 'queue.remove', promptId: third });
    // Nothing waits any more: the question is gone, and the next prompt runs.
    expect(world.stopped).toBeUndefined();
    const fourth = world.prompt('host', 'four');
    expect(world.running).toBe(fourth);
  });

  it('an interrupt with nothing waiting stops nothing', () => {
    const first = world.prompt('host', 'one');
    world.command('host', { type: 'turn.interrupt', agentId: claude, promptId: undefined });
    world.endTurn(first, 'interrupted');
    expect(world.stopped).toBeUndefined();
    const next = world.prompt('host', 'two');
    expect(world.running).toBe(next);
  });

  it('an interrupt of a turn that is over is refused', () => {
    const first = world.prompt('host', 'one');
    world.endTurn(first);
    const { outcome } = world.command('host', { type: 'turn.interrupt', agentId: claude, promptId: first });
    expect(outcome).toMatchObject({ state: 'rejected', code: 'no_such_object' });
  });

  it('goes on by itself at the time that the provider named, only if the host chose that', () => {
    const error = errorInfo('RATE_LIMIT_EXCEEDED', { retryAtMs: world.context.wallMs + 5_000 });
    const first = world.prompt('host', 'one');
    world.prompt('host', 'two');
    world.resumesAtRetry = true;
    world.endTurn(first, 'failed', error);
    expect(world.effectsOf('start_timer')).toEqual([{ type: 'start_timer', key: 'retry:claude', ms: 5_000 }]);
    world.do({ type: 'retry_due', agentId: claude });
    expect(world.running).toBeDefined();
  });
});

describe('delivery', () => {
  it('is told once each way: written, then accepted', () => {
    const promptId = world.prompt('host', 'one');
    for (const state of ['written', 'written', 'accepted', 'accepted', 'written'] as const)
      world.do({ type: 'delivered', agentId: claude, promptId, state });
    expect(world.of('ai.prompt.delivery').map(({ state }) => state)).toEqual(['written', 'accepted']);
  });

  it('that did not begin leaves the prompt first in the queue, which waits and says why', () => {
    const first = world.prompt('host', 'one');
    const second = world.prompt('host', 'two');
    world.do({ type: 'turn_unsent', agentId: claude, promptId: first, error: errorInfo('PROVIDER_NOT_FOUND') });
    expect([world.running, world.queue, world.stopped]).toEqual([undefined, [first, second], 'PROVIDER_NOT_FOUND']);
    expect(world.of('ai.execution.ended')).toEqual([]);
    world.command('host', { type: 'queue.resume', agentId: claude });
    expect([world.running, world.queue]).toEqual([first, [second]]);
  });

  it('that did not begin ends the prompt where somebody had interrupted it', () => {
    const promptId = world.prompt('host', 'one');
    world.command('host', { type: 'turn.interrupt', agentId: claude, promptId: undefined });
    world.do({ type: 'turn_unsent', agentId: claude, promptId, error: errorInfo('PROVIDER_NOT_FOUND') });
    expect(world.of('ai.execution.ended')).toMatchObject([{ promptId, outcome: 'interrupted' }]);
    expect(world.queue).toEqual([]);
  });

  it('[B22] a slash is a command of the agent in the host’s own words alone', () => {
    world.join('Ada', 'co-driver');
    const mayCommand = (run: () => unknown) => {
      world.effects.length = 0;
      run();
      const [sent] = world.effectsOf('send_prompt');
      if (sent === undefined) throw new Error('nothing was sent');
      world.endTurn(sent.promptId);
      return sent.mayCommand;
    };
    const runSuggestion = (text: string, edited?: string) => () =>
      world.command('host', { type: 'suggestion.run', suggestionId: suggest('Ada', text), text: edited, signed });
    expect(mayCommand(() => world.prompt('host', '/clear'))).toBe(true);
    expect(mayCommand(() => world.prompt('host', ' /compact'))).toBe(false);
    expect(mayCommand(() => world.prompt('host', '/Users/dev/x is broken'))).toBe(false);
    expect(mayCommand(() => world.prompt('host', '!rm -rf .'))).toBe(false);
    expect(mayCommand(() => world.prompt('host', 'look at @src/a.ts'))).toBe(true);
    expect(mayCommand(() => world.prompt('host', ' /x @src/a.ts'))).toBe(false);
    expect(mayCommand(runSuggestion('look at @src/a.ts'))).toBe(false);
    expect(mayCommand(runSuggestion('/clear'))).toBe(false);
    expect(mayCommand(runSuggestion('clear', '/clear'))).toBe(true);
    const merge = (text: string, ...by: string[]) => {
      const suggestionIds = by.map((name) => suggest(name, text));
      return () => world.command('host', { type: 'suggestion.merge', suggestionIds, text, signed });
    };
    expect(mayCommand(merge('/clear', 'host', 'Ada'))).toBe(false);
    expect(mayCommand(merge('look at @.env', 'Ada', 'Ada'))).toBe(false);
    expect(mayCommand(merge('/clear', 'host', 'host'))).toBe(true);
    world.setRights('Ada', { prompt: 'run' });
    expect(mayCommand(() => world.prompt('Ada', '/clear'))).toBe(false);
  });
});
