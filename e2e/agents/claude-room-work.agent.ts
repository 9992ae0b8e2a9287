import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelBlock, ModelStep } from '@collagility/fixtures/agents/claude/model-step.ts';
import type { AgentId, PromptId } from '@collagility/protocol/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ClaudeRoom } from './claude-room.ts';

// Working together with the real Claude Code: changes, review, rules, queue, several agents, the driver's seat. One room.

let room: ClaudeRoom;
beforeAll(async () => {
  room = await ClaudeRoom.open();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=U', '-c', 'user.email=u@h', ...args], { cwd: room.real.folder });
  git('commit', '--quiet', '--allow-empty', '-m', 'first');
}, 60_000);
afterAll(() => room.close());

const second = 'claude-2' as AgentId;
const text = (words: string): ModelBlock => ({ type: 'text', text: words });
const done: ModelStep = { content: [text('Done.')] };
const shell = (command: string): ModelStep => ({
  content: [{ type: 'tool_use', name: 'Bash', input: { command, description: 'as asked' } }],
});
const slow: ModelStep = { content: [text('It goes on and on. '.repeat(400))], chunkSize: 20, chunkDelayMs: 15 };
const has = (name: string, folder = room.real.folder) => existsSync(join(folder, name));
const read = (name: string) => readFileSync(join(room.real.folder, name), 'utf8');
const git = (...args: string[]) => execFileSync('git', args, { cwd: room.real.folder, encoding: 'utf8' });

const writing = (name: string, content: string): ModelStep[] => [
  {
    content: [{ type: 'tool_use', name: 'Write', input: { file_path: join(room.real.folder, name), content } }],
  },
  done,
];
async function write(name: string, content: string) {
  const promptId = room.prompt(`write ${name}`, writing(name, content));
  expect(await room.answer(room.host, await room.request(), { decision: 'allow' })).toBe('done');
  await room.ended(promptId);
  const changes = await room.guest.until('it was compared', () => {
    const item = room.itemsOf(promptId).find(({ kind }) => kind === 'prompt');
    return item?.kind === 'prompt' ? item.changes : undefined;
  });
  return { promptId, ...changes };
}
const writes = (agentId: AgentId, count = 60) =>
  room.guest.until('it writes', ({ live, state }) => {
    const streams = (state?.items ?? []).flatMap((item) =>
      item.kind === 'text' && item.agentId === agentId && item.state === 'streaming' ? [String(item.streamId)] : [],
    );
    return Object.entries(live).some(
      ([id, { x }]) => streams.some((stream) => id.includes(stream)) && x.length > count,
    );
  });

describe('files', () => {
  test('what a turn changed is git’s word, asked for by a guest; a turn is taken back, the repository untouched', async () => {
    const first = await write('a.txt', 'one\ntwo\n');
    expect(first.sum).toEqual({ files: 1, added: 2, removed: 0 });
    const next = await write('a.txt', 'one\n2\nthree\n');
    expect(next.sum).toEqual({ files: 1, added: 2, removed: 1 });
    const turn = { of: 'turn', promptId: next.promptId } as const;
    expect(await room.guest.client.ask({ ask: 'changes', scope: turn })).toMatchObject({
      source: 'git',
      files: [{ path: 'a.txt', change: 'modified' }],
    });
    const { diff } = await room.guest.client.ask({ ask: 'diff', scope: turn, path: 'a.txt' });
    expect(diff).toContain('-two\n+2\n+three');
    const session = await room.guest.client.ask({ ask: 'changes', scope: { of: 'session' } });
    expect(session.files).toMatchObject([{ path: 'a.txt', change: 'added', added: 3 }]);
    expect((await room.guest.client.ask({ ask: 'search', query: 'a.tx' })).paths).toEqual(['a.txt']);
    const refs = git('for-each-ref');
    const restore = { type: 'workspace.restore', agentId: room.agentId, checkpoint: next.before } as const;
    expect(await room.send(room.guest, restore)).toBe('rejected');
    expect(await room.send(room.host, restore)).toBe('done');
    expect(read('a.txt')).toBe('one\ntwo\n');
    expect(git('for-each-ref')).toBe(refs);
    expect(git('diff', '--cached')).toBe('');
  });

  test('comments of two people on lines go to the model as one prompt', async () => {
    const anchor = { path: 'a.txt', side: 'new', line: 2, quote: 'two' } as const;
    await room.send(room.guest, { type: 'review.comment', anchor, text: 'Write it as a number.' });
    await room.send(room.host, { type: 'review.comment', anchor: { ...anchor, line: 1, quote: 'one' }, text: 'Fine.' });
    const threads = await room.host.until('both are seen', ({ state }) => state?.review.length === 2 && state.review);
    room.script([done]);
    const review = threads.map(({ threadId }) => threadId);
    // As the page writes it: what was said, by whom, and where.
    const words = threads
      .map(({ anchor, comments }) => `${anchor.path}:${anchor.line} ${comments[0]?.text}`)
      .join('\n');
    const command = room.host.client.send({ type: 'prompt.run', agentId: room.agentId, text: words, review });
    await room.ended(String(command) as PromptId);
    expect(room.real.promptsSeen().at(-1)).toBe('a.txt:2 Write it as a number.\na.txt:1 Fine.');
    expect(room.state.review.every(({ sent }) => sent !== undefined)).toBe(true);
  });
});

describe('rules', () => {
  test('an exact rule runs that command unasked and no other; revoked, it asks again', async () => {
    const first = room.prompt('once', [shell('touch r1.txt'), done]);
    await room.answer(room.host, await room.request(), { decision: 'allow', scope: 'session', rule: 'touch r1.txt' });
    await room.ended(first);
    const rule = await room.guest.until('the rule', ({ state }) => Object.values(state?.rules ?? {})[0]);
    expect(rule).toMatchObject({ scope: 'session', toolName: 'Bash', match: 'touch r1.txt' });
    const again = room.prompt('the same', [shell('touch r1.txt'), done]);
    await room.ended(again);
    expect(room.itemsOf(again).filter(({ kind }) => kind === 'tool')).toMatchObject([{ status: 'completed' }]);
    expect(room.state.pendingApprovals).toEqual([]);
    const other = room.prompt('more', [shell('touch r1.txt && touch r2.txt'), done]);
    await room.answer(room.host, await room.request(), { decision: 'deny' });
    await room.ended(other);
    expect(has('r2.txt')).toBe(false);
    expect(await room.send(room.host, { type: 'approval.revoke_rule', ruleId: rule.ruleId })).toBe('done');
    const asks = room.prompt('and now', [shell('touch r1.txt'), done]);
    await room.answer(room.host, await room.request(), { decision: 'deny' });
    await room.ended(asks);
  });
});

describe('queue and steering', () => {
  test('prompts wait, are changed, put in another order and taken out, and run as they stand', async () => {
    const running = room.prompt('first', [slow]);
    await writes(room.agentId);
    const [a, b, c] = ['wait a', 'wait b', 'wait c'].map((words) => room.prompt(words));
    if (a === undefined || b === undefined || c === undefined) throw new Error('nothing waits');
    const queue = () => Object.values(room.state.agents)[0]?.queue.map(({ promptId }) => promptId);
    await room.guest.until('all wait', () => queue()?.length === 3);
    await room.send(room.host, { type: 'queue.edit', promptId: b, text: 'wait b, changed' });
    await room.send(room.host, { type: 'queue.remove', promptId: c });
    await room.send(room.host, { type: 'queue.reorder', agentId: room.agentId, order: [b, a] });
    await room.guest.until('in the other order', () => queue()?.join() === [b, a].join());
    room.script([done, done]);
    await room.send(room.guest, { type: 'turn.interrupt', agentId: room.agentId });
    expect((await room.ended(running)).state).toBe('interrupted');
    const stopped = Object.values(room.state.agents)[0]?.queueStopped;
    if (stopped !== undefined) await room.send(room.host, { type: 'queue.resume', agentId: room.agentId });
    for (const promptId of [b, a]) expect((await room.ended(promptId)).state).toBe('completed');
    expect(room.real.promptsSeen().slice(-2)).toEqual(['wait b, changed', 'wait a']);
  });

  test('words into a running turn reach the model in it', async () => {
    const steps: ModelStep[] = [shell('sleep 2'), { content: [text('Heard.')] }];
    const promptId = room.prompt('a long command', steps);
    await room.answer(room.host, await room.request(), { decision: 'allow' });
    const steer = { type: 'prompt.steer', agentId: room.agentId, promptId, text: 'left, not right' } as const;
    expect(await room.send(room.host, steer)).toBe('done');
    expect((await room.ended(promptId)).state).toBe('completed');
    expect(JSON.stringify(room.real.model.requests().at(-1)?.['messages'])).toContain('left, not right');
  });
});

describe('model, effort and where to go on from', () => {
  const applied = () => room.real.model.requests().at(-1);

  test('model and effort hold from the next turn on; a word that Claude does not know is refused with what holds', async () => {
    const { agentId } = room;
    expect(await room.send(room.host, { type: 'agent.set_model', agentId, model: 'haiku' })).toBe('done');
    expect(await room.send(room.host, { type: 'agent.set_effort', agentId, effort: 'high' })).toBe('done');
    await room.ended(room.prompt('how hard?', [done]));
    expect(applied()).toMatchObject({ model: expect.stringContaining('haiku'), output_config: { effort: 'high' } });
    expect(room.state.agents[agentId]).toMatchObject({ model: 'haiku', effort: 'high', models: expect.any(Array) });
    const id = room.host.client.send({ type: 'agent.set_effort', agentId, effort: 'enormous' });
    const outcome = await room.host.until('refused', ({ commands }) => {
      const sent = commands.find(({ commandId }) => commandId === id);
      return sent?.state === 'rejected' ? sent.outcome : undefined;
    });
    expect(outcome).toMatchObject({ code: 'not_supported', detail: expect.stringContaining('it stays at high') });
    expect(await room.send(room.guest, { type: 'agent.set_effort', agentId, effort: 'low' })).toBe('rejected');
  });

  test('a fork goes on after an earlier turn, and knows nothing of the later one', async () => {
    const early = room.prompt('remember the pear', [done]);
    await room.ended(early);
    await room.ended(room.prompt('remember the plum', [done]));
    const fork = { type: 'agent.fork', agentId: room.agentId, promptId: early } as const;
    expect(await room.send(room.guest, fork)).toBe('rejected');
    expect(await room.send(room.host, fork)).toBe('done');
    await room.guest.until('the copy is ready', ({ state }) => state?.agents[second]?.status === 'READY', 30_000);
    expect(room.state.agents[second]).toMatchObject({ session: 'resumed', effort: 'high' });
    await room.ended(room.prompt('what do you remember?', [done], second));
    const seen = JSON.stringify(applied()?.['messages']);
    expect(seen).toContain('remember the pear');
    expect(seen).not.toContain('remember the plum');
    await room.send(room.host, { type: 'agent.stop', agentId: second });
  });
});

describe('several agents and the driver’s seat', () => {
  test('a third one works in a worktree of its own beside the first, at the same time', async () => {
    const third = 'claude-3' as AgentId;
    expect(await room.send(room.host, { type: 'agent.start', provider: 'claude', place: 'own' })).toBe('done');
    await room.guest.until('it is ready', ({ state }) => state?.agents[third]?.status === 'READY', 30_000);
    expect(room.state.agents[third]?.place).toMatchObject({ kind: 'own', branch: `collagility/${third}` });
    const running = room.prompt('the first writes', [slow]);
    await writes(room.agentId);
    const promptId = room.prompt('in your own folder', [shell('touch own.txt'), done], third);
    const request = await room.request();
    expect(request.agentId).toBe(third);
    await room.answer(room.host, request, { decision: 'allow' });
    expect((await room.ended(promptId)).state).toBe('completed');
    expect(has('own.txt')).toBe(false);
    const changes = await room.guest.client.ask({ ask: 'changes', agentId: third, scope: { of: 'session' } });
    expect(changes.files).toMatchObject([{ path: 'own.txt', change: 'added' }]);
    expect(room.state.agents[room.agentId]?.status).toBe('EXECUTING');
    await room.send(room.host, { type: 'turn.interrupt', agentId: room.agentId });
    await room.ended(running);
    expect(await room.send(room.host, { type: 'agent.stop', agentId: third })).toBe('done');
  });

  test('a guest in the driver’s seat prompts and answers; taken back, they do neither', async () => {
    const participantId = room.guest.view.me?.participantId;
    if (participantId === undefined) throw new Error('not in the room');
    expect(await room.send(room.host, { type: 'driver.hand_over', participantId })).toBe('done');
    await room.guest.until('drives', ({ me }) => me?.rights.prompt === 'run' && me.rights.approve);
    room.script([shell('touch driven.txt'), done]);
    const command = room.guest.client.send({ type: 'prompt.run', agentId: room.agentId, text: 'I drive' });
    const request = await room.request();
    expect(await room.answer(room.guest, request, { decision: 'allow' })).toBe('done');
    await room.ended(String(command) as PromptId);
    expect(has('driven.txt')).toBe(true);
    await room.send(room.host, { type: 'driver.take_back' });
    await room.guest.until('drives no more', ({ me }) => me?.rights.prompt === 'suggest');
    expect(await room.send(room.guest, { type: 'prompt.run', agentId: room.agentId, text: 'and now?' })).toBe(
      'rejected',
    );
  });
});

test('in the end nothing of the host’s machine reached the guest, and the bridge had nothing to complain about', async () => {
  for (const own of room.hostsOwnWords) expect(room.seenByGuest).not.toContain(own);
  expect(room.bridge.stderr).toBe('');
  expect(await room.bridge.stop()).toBe(0);
});
