/** What waits or is said beside a turn: suggestions, chat, the queue. */
import { as, type SuggestionId } from '@collagility/protocol/ids';
import { claude, guestA, guestB, host, promptId, type Told } from './rooms.ts';

const suggestion = (name: string): SuggestionId => as<SuggestionId>(name);

export const suggesting: Told[] = [
  {
    type: 'ai.request.prompt_suggested',
    agentId: claude,
    suggestionId: suggestion('g1'),
    by: guestA,
    text: 'Cap the total time at 30 s, not only the attempts',
    atMs: Date.now() - 240_000,
  },
  {
    type: 'ai.request.prompt_suggested',
    agentId: claude,
    suggestionId: suggestion('g2'),
    by: guestB,
    text: 'Log the attempt number with the delivery id',
    atMs: Date.now() - 130_000,
  },
  { type: 'ai.request.suggestion_voted', agentId: claude, suggestionId: suggestion('g1'), by: host, vote: 'up' },
  { type: 'ai.request.suggestion_voted', agentId: claude, suggestionId: suggestion('g1'), by: guestB, vote: 'up' },
  { type: 'ai.request.suggestion_voted', agentId: claude, suggestionId: suggestion('g2'), by: guestB, vote: 'up' },
];

export const chatting: Told[] = [
  {
    type: 'chat.posted',
    messageId: 'c1',
    by: guestB,
    text: 'Slow carrier gateways answer 408. Should we retry that too?',
  },
  { type: 'chat.posted', messageId: 'c2', by: host, text: 'Good point. Suggest it, I will queue it after this turn.' },
  { type: 'chat.posted', messageId: 'c3', by: guestA, text: 'I can watch the staging logs meanwhile.' },
];

export const queued: Told[] = [
  {
    type: 'ai.prompt.queued',
    agentId: claude,
    promptId: promptId('p2'),
    by: host,
    suggestedBy: guestB,
    authors: [guestB, guestA],
    text: 'Also retry 408, with the same delays',
  },
  { type: 'ai.prompt.queued', agentId: claude, promptId: promptId('p3'), by: host, text: 'Write the changelog entry' },
  {
    type: 'ai.prompt.edited',
    agentId: claude,
    promptId: promptId('p3'),
    by: guestA,
    text: 'Write a short changelog entry',
  },
  {
    type: 'ai.agent.commands',
    agentId: claude,
    commands: [
      { name: 'clear', description: 'Begin a new conversation' },
      { name: 'compact', description: 'Shorten the conversation, keep a summary' },
      { name: 'cost' },
    ],
  },
];
