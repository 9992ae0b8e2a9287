import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelBlock, ModelStep } from '@collagility/fixtures/agents/claude/model-step.ts';
import { answerText, scenarios } from '@collagility/fixtures/agents/claude/scenarios.ts';
import type { ApprovalItem, TimelineItem } from '@collagility/protocol/state';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentIn, ClaudeRoom } from './claude-room.ts';

// The bridge's whole path: bin, agent, journal, encrypted room, relay, two devices. One room for all, in this order.

let room: ClaudeRoom;
beforeAll(async () => {
  room = await ClaudeRoom.open();
}, 60_000);
afterAll(() => room.close());

const text = (words: string): ModelBlock => ({ type: 'text', text: words });
const shell = (command: string): ModelBlock => ({ type: 'tool_use', name: 'Bash', input: { command } });
const done: ModelStep = { content: [text('Done.')] };
const play = (name: string): ModelStep[] => scenarios[name]?.(room.real.folder) ?? [];
const kinds = (items: TimelineItem[]) => items.map(({ kind }) => kind);
const words = (items: TimelineItem[], kind: 'text' | 'reasoning' = 'text') =>
  items.flatMap((item) =>
    item.kind === kind && item.content !== undefined && 'text' in item.content ? [item.content.text] : [],
  );
const toolIn = (items: TimelineItem[]) => items.find((item) => item.kind === 'tool');
const approvalIn = (items: TimelineItem[]) => items.find((item) => item.kind === 'approval');
const shownIn = (request: ApprovalItem['request']) => JSON.parse(request.shown);
const has = (name: string) => existsSync(join(room.real.folder, name));

describe('what others see of a turn', () => {
  test('thinking and text stream while they are written, and end as blocks in their order', async () => {
    const [thinking] = play('reasoning');
    const promptId = room.prompt('think first', [{ content: thinking?.content ?? [], chunkSize: 4, chunkDelayMs: 40 }]);
    const live = await room.guest.until('text in the middle', (view) =>
      Object.values(view.live).find(({ k, x }) => k === 'text' && x !== '' && x !== 'Short answer.'),
    );
    expect('Short answer.'.startsWith(live.x)).toBe(true);
    expect((await room.ended(promptId)).state).toBe('completed');
    const items = room.itemsOf(promptId);
    expect(kinds(items)).toEqual(['prompt', 'reasoning', 'text']);
    expect(words(items, 'reasoning')).toEqual(['They want a short answer.']);
    expect(words(items)).toEqual(['Short answer.']);
    expect(items[0]).toMatchObject({ text: 'think first', delivery: 'accepted', usage: expect.anything() });
  });

  test('a guest suggests, the host runs it, and the model gets exactly these words', async () => {
    room.script(play('text'));
    await room.send(room.guest, { type: 'prompt.suggest', agentId: room.agentId, text: 'say it in /pieces' });
    const { suggestionId } = await room.host.until('a suggestion', ({ state }) => state?.suggestions[0]);
    const id = room.host.client.send({ type: 'suggestion.run', suggestionId });
    const item = await room.ended(String(id) as never);
    expect(item).toMatchObject({ state: 'completed', suggestedBy: room.guest.view.me?.participantId });
    expect(words(room.itemsOf(item.promptId))).toEqual([answerText]);
    expect(room.real.promptsSeen().at(-1)).toBe('say it in /pieces');
  });
});

describe('approvals', () => {
  test('Bash runs after the host allowed what was shown; before that nothing has run', async () => {
    const promptId = room.prompt('make a file', play('shell'));
    const request = await room.request();
    expect(request).toMatchObject({ toolName: 'Bash', title: 'Run a command', mayEdit: true });
    expect(request.risks).toEqual(expect.arrayContaining(['execute', 'write']));
    expect(shownIn(request)).toMatchObject({ tool: 'Bash', input: { command: 'touch ran.txt' } });
    expect(has('ran.txt')).toBe(false);
    expect(await room.answer(room.guest, request, { decision: 'allow' })).toBe('rejected');
    expect(has('ran.txt')).toBe(false);
    expect(await room.answer(room.host, request, { decision: 'allow' })).toBe('done');
    await room.ended(promptId);
    expect(has('ran.txt')).toBe(true);
    const items = room.itemsOf(promptId);
    expect(toolIn(items)).toMatchObject({ toolName: 'Bash', status: 'completed' });
    expect(approvalIn(items)?.resolution).toMatchObject({
      outcome: 'allowed',
      by: room.host.view.me?.participantId,
      signed: { memberId: room.host.view.me?.memberId },
    });
  });

  test('a guest who was given the right denies Bash with words, and the model hears them', async () => {
    const { me } = room.guest.view;
    if (me === undefined) throw new Error('not in the room');
    const rights = { ...me.rights, approve: true };
    await room.send(room.host, { type: 'member.set_rights', participantId: me.participantId, role: me.role, rights });
    const promptId = room.prompt('remove it', [{ content: [shell('rm ran.txt')] }, done]);
    const request = await room.request();
    expect(request.risks).toContain('destructive');
    expect(await room.answer(room.guest, request, { decision: 'deny', feedback: 'Keep that file.' })).toBe('done');
    await room.ended(promptId);
    expect(has('ran.txt')).toBe(true);
    const items = room.itemsOf(promptId);
    expect(toolIn(items)).toMatchObject({
      status: 'denied',
      output: { text: expect.stringContaining('Keep that file.') },
    });
    expect(approvalIn(items)?.resolution).toMatchObject({ outcome: 'denied', by: me.participantId });
    expect(JSON.stringify(room.real.model.requests().at(-1)?.['messages'])).toContain('Keep that file.');
  });

  test('an edited command is what runs, and all see that it was edited', async () => {
    const promptId = room.prompt('make another', [{ content: [shell('touch unwanted.txt')] }, done]);
    const updatedInput = JSON.stringify({ command: 'touch edited.txt' });
    expect(await room.answer(room.host, await room.request(), { decision: 'allow', updatedInput })).toBe('done');
    await room.ended(promptId);
    expect([has('edited.txt'), has('unwanted.txt')]).toEqual([true, false]);
    expect(approvalIn(room.itemsOf(promptId))?.resolution).toMatchObject({
      outcome: 'allowed-edited',
      editedInput: updatedInput,
    });
  });

  test('two answers at once: one decides, the other learns who', async () => {
    const promptId = room.prompt('again', [{ content: [shell('touch both.txt')] }, done]);
    const request = await room.request();
    const outcomes = await Promise.all([
      room.answer(room.host, request, { decision: 'allow' }),
      room.answer(room.guest, request, { decision: 'deny' }),
    ]);
    expect(outcomes.toSorted()).toEqual(['done', 'rejected']);
    await room.ended(promptId);
    expect(has('both.txt')).toBe(outcomes[0] === 'done');
  });

  test('Edit shows its diff, relative to the workspace', async () => {
    const promptId = room.prompt('swap', play('edit'));
    const request = await room.request();
    expect(request.toolName).toBe('Edit');
    expect(shownIn(request).input).toMatchObject({ old_string: 'a + b', new_string: 'b + a' });
    await room.answer(room.host, request, { decision: 'allow' });
    await room.ended(promptId);
    expect(readFileSync(join(room.real.folder, 'add.js'), 'utf8')).toContain('b + a');
    expect(room.itemsOf(promptId).find((item) => item.kind === 'file')).toMatchObject({
      path: 'add.js',
      change: 'modified',
      diff: { text: expect.stringMatching(/-.*a \+ b[\s\S]*\+.*b \+ a/) },
    });
  });

  test('a look into the workspace is shown and not asked for; a settings file is asked for, its values hidden', async () => {
    writeFileSync(join(room.real.folder, 'notes.txt'), 'plain words\n');
    writeFileSync(join(room.real.folder, '.env'), 'API_TOKEN=tok-4711-very-secret-value\n');
    const read = (name: string): ModelBlock => ({
      type: 'tool_use',
      name: 'Read',
      input: { file_path: join(room.real.folder, name) },
    });
    const plain = room.prompt('read the notes', [{ content: [read('notes.txt')] }, done]);
    await room.ended(plain);
    expect(toolIn(room.itemsOf(plain))).toMatchObject({ toolName: 'Read', status: 'completed' });
    expect(approvalIn(room.itemsOf(plain))).toBeUndefined();
    const secret = room.prompt('read the settings', [{ content: [read('.env')] }, done]);
    const request = await room.request();
    expect(request).toMatchObject({ toolName: 'Read', risks: expect.arrayContaining(['read', 'secret']) });
    await room.answer(room.host, request, { decision: 'allow' });
    await room.ended(secret);
    expect(toolIn(room.itemsOf(secret))).toMatchObject({ status: 'completed' });
    expect(room.seenByGuest).not.toContain('tok-4711-very-secret-value');
  });

  test('a question is answered by a person, a plan is reviewed', async () => {
    const asked = room.prompt('ask me', play('question'));
    const question = await room.request('question');
    expect(question.questions).toMatchObject([{ question: 'Which library should we use?' }]);
    const answers = { 'Which library should we use?': 'zod' };
    expect(await room.answer(room.host, question, { decision: 'allow', answers })).toBe('done');
    await room.ended(asked);
    expect(toolIn(room.itemsOf(asked))).toMatchObject({ output: { text: expect.stringContaining('zod') } });

    const planned = room.prompt('plan it', play('plan'));
    const plan = await room.request('plan_review');
    expect(plan.plan).toContain('Change add.js');
    expect(await room.answer(room.host, plan, { decision: 'allow' })).toBe('done');
    expect((await room.ended(planned)).state).toBe('completed');
  });
});

describe('trouble', () => {
  test('a guest interrupts; the next prompt runs', async () => {
    const promptId = room.prompt('a long one', play('slow'));
    await room.guest.until('it writes', ({ live }) => Object.values(live).some(({ x }) => x.length > 40));
    expect(await room.send(room.guest, { type: 'turn.interrupt', agentId: room.agentId })).toBe('done');
    expect((await room.ended(promptId)).state).toBe('interrupted');
    const next = room.prompt('still there?', play('text'));
    expect((await room.ended(next)).state).toBe('completed');
  });

  test('401 is told at the first try with its fix, and can be interrupted', async () => {
    const refused: ModelStep = { error: { status: 401, type: 'authentication_error', message: 'invalid x-api-key' } };
    const promptId = room.prompt(
      'hello',
      Array.from({ length: 10 }, () => refused),
    );
    const error = await room.guest.until('the error', () =>
      room.itemsOf(promptId).find(({ kind }) => kind === 'error'),
    );
    expect(error).toMatchObject({ code: 'AUTH_CREDENTIAL_INVALID', fix: expect.stringContaining('claude auth login') });
    await room.send(room.host, { type: 'turn.interrupt', agentId: room.agentId });
    expect((await room.ended(promptId)).state).toBe('interrupted');
  });

  test('429 is told with the time of the next try, and the turn goes on', async () => {
    const slowDown = { status: 429, type: 'rate_limit_error', message: 'slow down', headers: { 'retry-after': '1' } };
    const promptId = room.prompt('hello', [{ error: slowDown }, ...play('text')]);
    expect((await room.ended(promptId)).state).toBe('completed');
    expect(room.itemsOf(promptId).find(({ kind }) => kind === 'error')).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      recoverable: true,
      retryAtMs: expect.any(Number),
    });
    expect(words(room.itemsOf(promptId))).toEqual([answerText]);
  });

  test('kill -9 in the middle of a turn: said honestly, the same link, the same session of Claude', async () => {
    const link = room.bridge.lines[0]?.['links'];
    const promptId = room.prompt('will be cut', play('slow'));
    await room.guest.until('it writes', ({ live }) => Object.values(live).some(({ x }) => x.length > 40));
    await room.killAndResume({ CLAUDE_CODE_MAX_RETRIES: '0' });
    expect(room.bridge.lines[0]?.['links']).toEqual(link);
    expect(await room.ended(promptId)).toMatchObject({ state: 'failed', reason: 'host_restarted' });
    expect(agentIn(room.state)).toMatchObject({ session: 'resumed' });
    const next = room.prompt('do you remember?', play('text'));
    expect((await room.ended(next)).state).toBe('completed');
    expect(room.real.remembered()).toBe(true);
    // What was cut was not sent again by itself.
    expect(room.real.promptsSeen().filter((seen) => seen === 'will be cut')).toHaveLength(1);
  });

  test.each([
    [401, 'authentication_error', 'invalid x-api-key', 'AUTH_CREDENTIAL_INVALID', true],
    [429, 'rate_limit_error', 'slow down', 'RATE_LIMIT_EXCEEDED', true],
    [
      400,
      'invalid_request_error',
      'prompt is too long: 250000 tokens > 200000 maximum',
      'CONTEXT_WINDOW_EXCEEDED',
      false,
    ],
  ])('a final %i (%s) ends the turn as failed; what waits is kept', async (status, type, message, code, stops) => {
    const promptId = room.prompt(
      'hello',
      Array.from({ length: 30 }, () => ({ error: { status, type, message } })),
    );
    expect(await room.ended(promptId)).toMatchObject({ state: 'failed', reason: code });
    const { queueStopped } = await room.guest.until('the agent', ({ state }) => agentIn(state));
    expect(queueStopped?.reason).toBe(stops ? code : undefined);
    const next = room.prompt('after it', play('text'));
    if (stops) {
      await room.guest.until('it waits', ({ state }) =>
        agentIn(state)?.queue.some((queued) => queued.promptId === next),
      );
      await room.send(room.host, { type: 'queue.resume', agentId: room.agentId });
    }
    expect((await room.ended(next)).state).toBe('completed');
  });
});

describe('in the end', () => {
  test('host and guest hold the same room, and nothing of the host’s machine reached the guest', async () => {
    const { state } = room.host.view;
    expect(room.state.seq).toBe(state?.seq);
    expect(room.state.items).toEqual(state?.items);
    const seqs = room.state.items.map(({ lastSeq }) => lastSeq);
    expect(Math.max(...seqs)).toBeLessThanOrEqual(room.state.seq);
    for (const own of room.hostsOwnWords) expect(room.seenByGuest).not.toContain(own);
    expect(room.bridge.stderr).toBe('');
  });

  test('Ctrl+C ends it with 0, and Claude with it', async () => {
    expect(await room.bridge.stop()).toBe(0);
    await room.guest.until('the goodbye', ({ phase }) => phase.name === 'refused_by_host' && phase.code === 'ended');
  });
});
