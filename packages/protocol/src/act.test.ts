import { expect, it } from 'vitest';
import { actOf } from './act.ts';
import type { Command } from './commands.ts';
import { type AgentId, as, type CommandId, type ParticipantId, type SuggestionId } from './ids.ts';
import { emptyRoomState, reduce } from './reduce.ts';

const commandId = as<CommandId>('c'.repeat(32));
const suggestionId = as<SuggestionId>('d'.repeat(32));
const agentId = as<AgentId>('a1');
const signed = { statement: '', signature: '' };
const by = as<ParticipantId>('p1');
const suggested = { type: 'ai.request.prompt_suggested', atMs: 1, agentId, suggestionId, by, text: 'Do it' } as const;
const room = reduce(emptyRoomState('r'), 1, suggested);

it('[CLG-70] a prompt is signed under its own command, its text as the attachment', () => {
  const command: Command = { type: 'prompt.run', agentId, text: 'Go', attachments: undefined, signed };
  expect(actOf(command, commandId, room)).toEqual({
    kind: 'prompt',
    objectId: commandId,
    decision: 'none',
    aim: { agentId, attachments: [], review: [] },
    extra: 'Go',
  });
});

it('[CLG-70] running a suggestion signs the text that runs: the suggested one, or the changed one', () => {
  const asIs: Command = { type: 'suggestion.run', suggestionId, text: undefined, signed };
  expect(actOf(asIs, commandId, room)?.extra).toBe('Do it');
  expect(actOf({ ...asIs, text: 'Do that' }, commandId, room)?.extra).toBe('Do that');
  expect(actOf({ ...asIs, suggestionId: as<SuggestionId>('e'.repeat(32)) }, commandId, room)).toBeUndefined();
});

it('[CLG-70] a vote names the suggestion and the text that was shown', () => {
  const vote: Command = { type: 'suggestion.vote', suggestionId, vote: 'up', signed };
  expect(actOf(vote, commandId, room)).toEqual({
    kind: 'vote',
    objectId: suggestionId,
    decision: 'up',
    shown: 'Do it',
    extra: '',
  });
});

it('chat is not signed', () => {
  expect(actOf({ type: 'chat.post', text: 'hi' }, commandId, room)).toBeUndefined();
});
