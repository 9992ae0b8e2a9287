import { expect, test } from 'vitest';
import { approvalId, claude, fold, guestA, host, opening, people, promptId, type Told } from '../../../shots/rooms.ts';
import { asking, busy, work } from '../../../shots/session.ts';
import { newsBetween } from './news.ts';
import { mentions, wants } from './policy.ts';

const before: Told[] = [...opening, ...people, ...work];
const me = { participantId: host, mayApprove: true };

test('an approval is news to who may answer it, once, and to nobody else', () => {
  const [then, now] = [fold(before), fold([...before, asking])];
  expect(newsBetween(then, now, me).map(({ reason }) => reason)).toEqual(['approval']);
  expect(newsBetween(now, now, me)).toEqual([]);
  expect(newsBetween(then, now, { participantId: guestA, mayApprove: false })).toEqual([]);
  expect(approvalId('a1')).toBeTruthy();
});

test('the end of a turn is news, with how it ended', () => {
  const running = fold(before);
  const ended = fold([
    ...before,
    { type: 'ai.execution.ended', agentId: claude, promptId: promptId('p1'), outcome: 'failed' },
  ]);
  expect(newsBetween(running, ended, me)).toMatchObject([{ reason: 'turn', title: 'Claude Code: the turn failed' }]);
});

test('a chat message is news where it calls me, and my own never is', () => {
  const state = fold(busy);
  const chat = (text: string, by = guestA) => ({
    ...state,
    chat: [...state.chat, { messageId: `m-${text}`, by, text, atMs: 0 }],
  });
  expect(newsBetween(state, chat('look, @hana!'), me).map(({ reason }) => reason)).toEqual(['mention']);
  expect(newsBetween(state, chat('@hanabi is a show'), me)).toEqual([]);
  expect(newsBetween(state, chat('@Hana', host), me)).toEqual([]);
  expect(mentions('mail me@hana', 'Hana')).toBe(true);
  expect(mentions('@hanabi and @hana: look', 'Hana')).toBe(true);
  expect(mentions('@İPEK, @İpek', 'İpek')).toBe(true);
  expect(mentions('@İpekli', 'İpek')).toBe(false);
  expect(mentions('@', '')).toBe(false);
});

test('nothing is wanted until it is switched on', () => {
  const policy = { on: false, approval: true, door: true, turn: true, mention: true, quiet: false };
  expect(wants(policy, 'approval')).toBe(false);
  expect(wants({ ...policy, on: true }, 'approval')).toBe(true);
});
