import type { Command } from '@collagility/protocol/commands';
import { as, type CommandId, type PromptId, type SuggestionId, type ThreadId } from '@collagility/protocol/ids';
import { rightsOfRole } from '@collagility/protocol/rights';
import { beforeEach, describe, expect, it } from 'vitest';
import { claude, EngineWorld, signed } from './engine-world.ts';
import { isOthersCommand } from './own-command.ts';

let world = EngineWorld.ready();
beforeEach(() => {
  world = EngineWorld.ready();
  world.join('Ada', 'co-driver');
});

const suggest = (text: string): SuggestionId =>
  as<SuggestionId>(
    world.command('Ada', { type: 'prompt.suggest', agentId: claude, text, attachments: undefined, signed }).id,
  );
const run = (suggestionId: SuggestionId, text?: string): CommandId =>
  world.command('host', { type: 'suggestion.run', suggestionId, text, signed } satisfies Command).id;
const mayCommand = () => world.effectsOf('send_prompt').map((sent) => sent.mayCommand);

describe('[B22] a suggestion that the host runs', () => {
  it.each([
    ['as it is', '/deploy prod', undefined, false],
    ['with another argument', '/deploy prod', '/deploy test', false],
    ['with a space less', ' /deploy prod', '/deploy prod', false],
    ['with the lines before it taken away', 'Please do this:\n/deploy prod', '/deploy prod', false],
    ['in other letters', '/DEPLOY prod', '/deploy prod', false],
    ['with a mention that was there', 'Look at @.env please', 'Look at @.env', false],
    ['with a mention of the host beside one that was there', 'Look at @.env', 'Look at @.env and @a.ts', false],
    ['made a command by the host', 'prod, please', '/deploy prod, please', true],
    ['with another command than the guest wrote', '/clear', '/deploy', true],
    ['with a mention that the host put in', 'Look at that file', 'Look at @src/a.ts', true],
  ])('%s', (_, given, text, isCommand) => {
    run(suggest(given), text);
    expect(mayCommand()).toEqual([isCommand]);
  });

  it('and changes again while it waits stays a guest’s where the guest’s words are in it', () => {
    const first = world.prompt('host', 'first');
    const promptId = as<PromptId>(run(suggest('/deploy prod')));
    const edit = (text: string) => world.command('host', { type: 'queue.edit', promptId, text, signed });
    edit('/deploy test');
    world.endTurn(first);
    expect(mayCommand()).toEqual([false, false]);
  });

  it('and shortens to the guest’s command while it waits stays a guest’s', () => {
    const first = world.prompt('host', 'first');
    const promptId = as<PromptId>(run(suggest('/deploy prod'), 'Say /deploy prod'));
    world.command('host', { type: 'queue.edit', promptId, text: '/deploy prod', signed });
    world.endTurn(first);
    expect(mayCommand()).toEqual([false, false]);
  });

  it('and makes a command while it waits is the host’s', () => {
    const first = world.prompt('host', 'first');
    const promptId = as<PromptId>(run(suggest('prod')));
    world.command('host', { type: 'queue.edit', promptId, text: '/deploy prod', signed });
    world.command('host', { type: 'queue.edit', promptId, text: '/deploy prod now', signed });
    world.endTurn(first);
    expect(mayCommand()).toEqual([false, true]);
  });
});

it('[B22] a guest’s review comment that mentions a file does not make the agent read it', () => {
  world.join('Rita', 'co-driver', rightsOfRole['co-driver']);
  const threadId = as<ThreadId>('t1');
  world.commit({
    type: 'review.commented',
    atMs: 0,
    threadId,
    commentId: 'c1',
    by: world.sender('Rita').participantId,
    anchor: { path: 'a.ts', side: 'new', line: 1, quote: '' },
    text: 'see @.env',
  });
  const run = (text: string) =>
    world.command('host', {
      type: 'prompt.run',
      agentId: claude,
      text,
      attachments: undefined,
      review: [threadId],
      signed,
    });
  run('a.ts:1 see @.env');
  expect(mayCommand()).toEqual([false]);
});

it('what was given is searched as a whole, in any letters', () => {
  expect(isOthersCommand('/a', ['x /A y'])).toBe(true);
  expect(isOthersCommand('/a', ['x', 'y'])).toBe(false);
  expect(isOthersCommand('plain words', ['plain words'])).toBe(false);
});
