import { describe, expect, it } from 'vitest';
import type { RoomEvent } from '../events.ts';
import {
  type AgentId,
  as,
  type CheckpointId,
  type ParticipantId,
  type PromptId,
  type SuggestionId,
  type ThreadId,
} from '../ids.ts';
import { emptyRoomState, reduceMany } from '../reduce.ts';

const ada = as<ParticipantId>('ada');
const agentId = as<AgentId>('a');
const thread = as<ThreadId>('t1');
const promptId = as<PromptId>('p1');
const suggestionId = as<SuggestionId>('s1');
const anchor = { path: 'src/a.ts', side: 'new', line: 3, quote: 'const a = 1;' } as const;
const comment = (commentId: string, more: object = {}): RoomEvent => ({
  type: 'review.commented',
  atMs: 1,
  threadId: thread,
  commentId,
  by: ada,
  text: `text ${commentId}`,
  ...more,
});
const sumOf = (files: number) => ({ files, added: files, removed: 0 });
const turned = (agent: AgentId, files: number | undefined): RoomEvent => ({
  type: 'workspace.turn_changed',
  atMs: 3,
  agentId: agent,
  promptId,
  sum: sumOf(1),
  before: as<CheckpointId>('1'),
  after: as<CheckpointId>('2'),
  ...(files !== undefined && { session: sumOf(files) }),
});

describe('what a session changed', () => {
  it('is the host’s word after the last turn, one for all in the shared folder and one for each with a folder of its own', () => {
    const own = as<AgentId>('own');
    const place = { kind: 'own', branch: 'b' } as const;
    const state = reduceMany(emptyRoomState('r'), 1, [
      { type: 'ai.agent.added', atMs: 1, agentId: own, provider: 'a', name: 'Own', place },
      turned(agentId, 2),
      turned(own, 7),
      turned(as<AgentId>('other'), 5),
    ]);
    expect(state.changed).toEqual({ shared: sumOf(5), own: sumOf(7) });
    // Not told with the next turn (somebody may not know): what was told before is not shown on.
    expect(reduceMany(state, 5, [turned(agentId, undefined)]).changed).toEqual({ own: sumOf(7) });
  });
});

const queued: RoomEvent = {
  type: 'ai.prompt.queued',
  atMs: 2,
  agentId,
  promptId,
  by: ada,
  text: 'fix',
  review: [thread],
};
const suggested: RoomEvent = {
  type: 'ai.request.prompt_suggested',
  atMs: 2,
  agentId,
  suggestionId,
  by: ada,
  text: 'fix',
  review: [thread],
};
const fold = (...events: RoomEvent[]) => reduceMany(emptyRoomState('r'), 1, events);

describe('review comments', () => {
  it('are threads on a line; a doubled comment is one, and an answer to a thread that is not known is nothing', () => {
    const { review } = fold(comment('c1', { anchor }), comment('c2'), comment('c2'));
    expect(review).toHaveLength(1);
    expect(review[0]?.comments.map(({ text }) => text)).toEqual(['text c1', 'text c2']);
    expect(fold(comment('c2')).review).toEqual([]);
  });

  it('are sent with the prompt that carries them, and what is said afterwards makes them unsent again', () => {
    const sent = fold(comment('c1', { anchor }), queued);
    expect(sent.review[0]?.sent).toEqual({ promptId });
    expect(reduceMany(sent, 9, [comment('c2')]).review[0]?.sent).toBeUndefined();
  });

  it('wait again when the suggestion that would have taken them is declined', () => {
    const waiting = fold(comment('c1', { anchor }), suggested);
    expect(waiting.review[0]?.sent).toEqual({ suggestionId });
    const declined: RoomEvent = {
      type: 'ai.request.suggestion_resolved',
      atMs: 3,
      agentId,
      suggestionId,
      outcome: 'declined',
      by: ada,
    };
    expect(reduceMany(waiting, 9, [declined]).review[0]?.sent).toBeUndefined();
  });

  it('are resolved and opened again; a thread without comments is gone; old resolved ones are not kept for ever', () => {
    const resolved: RoomEvent = { type: 'review.resolved', atMs: 3, threadId: thread, resolved: true, by: ada };
    const done = fold(comment('c1', { anchor }), resolved);
    expect(done.review[0]?.resolvedBy).toBe(ada);
    expect(reduceMany(done, 9, [{ ...resolved, resolved: false }]).review[0]?.resolvedBy).toBeUndefined();
    expect(
      reduceMany(done, 9, [{ type: 'review.comment_removed', atMs: 3, threadId: thread, commentId: 'c1', by: ada }])
        .review,
    ).toEqual([]);
    const many = Array.from({ length: 150 }, (_, at): RoomEvent[] => {
      const threadId = as<ThreadId>(`t${at}`);
      return [comment('c', { threadId, anchor }), { ...resolved, threadId }];
    }).flat();
    expect(fold(...many).review).toHaveLength(100);
  });
});

describe('what a turn changed', () => {
  it('stands on its prompt', () => {
    const sum = { files: 2, added: 5, removed: 1 };
    const [before, after] = [as<CheckpointId>('c1'), as<CheckpointId>('c2')];
    const { items } = fold(queued, { type: 'workspace.turn_changed', atMs: 3, agentId, promptId, sum, before, after });
    expect(items[0]).toMatchObject({ kind: 'prompt', changes: { sum, before, after } });
  });
});
