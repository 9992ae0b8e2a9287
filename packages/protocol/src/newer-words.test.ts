import * as v from 'valibot';
import { expect, test } from 'vitest';
import { outcomeOf } from './client/session.ts';
import { parseEvent } from './events.ts';
import { LiveBlocks, Welcome } from './messages.ts';
import { TerminalPart, TerminalScreen } from './terminal.ts';
import { parseWorkspaceAnswer } from './workspace.ts';

const scope = { of: 'session' } as const;
const file = { path: 'a', change: 'modified', added: 1, removed: 0 };
const sum = { files: 1, added: 1, removed: 0 };

test('[B07] [CLG-68] words of a newer host in an answer about the folder take nothing else of it away', () => {
  const changes = parseWorkspaceAnswer(
    { ask: 'changes', scope },
    {
      ...{ source: 'jujutsu', reason: 'too_cold', sum, more: 0 },
      files: [{ ...file, without: 'quantum' }, { ...file, change: 'copied', without: null }, file],
    },
  );
  expect(changes).toEqual({
    ...{ source: 'git', reason: 'failed', sum, more: 0 },
    files: [{ ...file, without: 'unknown' }, { ...file, without: 'unknown' }, file],
  });
  expect(
    parseWorkspaceAnswer(
      { ask: 'diff', scope, path: 'a' },
      { diff: '', elidedLines: 0, isCut: false, without: 'quantum' },
    ),
  ).toMatchObject({ without: 'unknown' });
  expect(
    parseWorkspaceAnswer(
      { ask: 'tree', path: '' },
      {
        entries: [
          { name: 'a', kind: 'socket' },
          { name: 'b', kind: 'file' },
        ],
        more: 0,
      },
    ),
  ).toMatchObject({
    entries: [
      { name: 'a', kind: 'other' },
      { name: 'b', kind: 'file' },
    ],
  });
  const view = { text: '', first: 0, last: 0, lines: 0, bytes: 1, isCut: false, without: 'quantum' };
  expect(parseWorkspaceAnswer({ ask: 'file', path: 'a' }, view)).toMatchObject({ without: 'unknown' });
});

test('[B07] an answer whose form is wrong is still refused', () => {
  expect(
    parseWorkspaceAnswer({ ask: 'changes', scope }, { source: 'git', files: [{ ...file, added: '1' }], sum, more: 0 }),
  ).toBeUndefined();
  expect(parseWorkspaceAnswer({ ask: 'tree', path: '' }, { entries: [{ kind: 'file' }], more: 0 })).toBeUndefined();
});

test('[B07] a newer host’s terminal is drawn: what it seems to do is not claimed, a step of an unknown kind voids the screen', () => {
  const screen = { columns: 80, rows: 24, offset: 1, text: 'x', title: '', isRunning: true };
  expect(v.parse(TerminalScreen, { ...screen, activity: 'dreams' })).toMatchObject({ text: 'x', activity: 'idle' });
  const part = { b: 'a', o: 1, n: 2 };
  expect(v.parse(TerminalPart, { ...part, k: 'scroll', activity: 'dreams' })).toEqual({
    ...part,
    k: 'lost',
    activity: undefined,
  });
});

test('[B07] of blocks that are being written those of an unknown kind are left out, the others shown', () => {
  const text = { k: 'text', b: 's', x: 'half' };
  expect(v.parse(LiveBlocks, [{ k: 'hologram', b: 'h', x: '' }, text, null])).toEqual([text]);
});

test('[B07] [CLG-34] a page is let in by a newer host: of a role, a right or a presence that it does not know it offers nothing', () => {
  const rights = {
    prompt: 'run',
    approve: true,
    interrupt: true,
    chat: true,
    terminal: 'type',
    invite: true,
    manage: true,
  };
  const welcome = {
    ...{
      t: 'welcome',
      mid: 'm',
      pid: 'p',
      role: 'navigator',
      rights: { ...rights, prompt: 'dictate', terminal: 'paint' },
    },
    ...{ epoch: 0, step: 0, ctr: { 5: 0, 6: 0, 7: 0 }, seq: 1, hostMs: 1, floor: 1, beat: 0, hasLive: false },
    presence: { p: 'asleep', q: 'watching' },
  };
  expect(v.parse(Welcome, welcome)).toMatchObject({
    role: 'viewer',
    rights: { ...rights, prompt: 'none', terminal: 'none' },
    presence: { p: 'idle', q: 'watching' },
  });
});

test('[B07] an end in a word of a newer host is an end: nothing runs or waits here for ever', () => {
  const agentId = 'a';
  const promptId = 'p';
  const ended = (event: object) => parseEvent({ atMs: 1, agentId, ...event });
  expect(ended({ type: 'ai.execution.ended', promptId, outcome: 'parked' })).toMatchObject({ outcome: 'failed' });
  expect(ended({ type: 'ai.tool.ended', promptId, toolId: 't', status: 'lost', output: { text: '' } })).toMatchObject({
    status: 'failed',
  });
  expect(ended({ type: 'approval.resolved', approvalId: 'x', outcome: 'delegated' })).toMatchObject({
    outcome: 'cancelled',
  });
  const suggestion = { type: 'ai.request.suggestion_resolved', suggestionId: 's', by: 'host' };
  expect(ended({ ...suggestion, outcome: 'split' })).toMatchObject({ outcome: 'withdrawn' });
  const steer = { type: 'ai.prompt.steer_ended', promptId, steerId: 'q' };
  expect(ended({ ...steer, outcome: 'kept' })).toMatchObject({ outcome: 'refused' });
  // What begins in a word that is not known is a neutral card: nothing is claimed of it.
  expect(ended({ type: 'ai.agent.status', status: 'DREAMING' })).toMatchObject({ type: 'unknown' });
});

test('[B07] what became of an act in a word of a newer host: it came to the host, no more is claimed', () => {
  expect(outcomeOf({ state: 'parked' })).toEqual({ state: 'accepted' });
  expect(outcomeOf({ state: 'done' })).toEqual({ state: 'done' });
  expect(outcomeOf({ state: 'queued' })).toBeUndefined();
  expect(outcomeOf('done')).toBeUndefined();
});
