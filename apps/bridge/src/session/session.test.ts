import { as, type SuggestionId } from '@collagility/protocol/ids';
import { rightsOfRole } from '@collagility/protocol/rights';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mock, SessionWorld } from './session-world.ts';

const signed = { statement: '', signature: '' };
let world = new SessionWorld();
beforeEach(() => {
  world = new SessionWorld();
});
afterEach(() => world.end());

const hostRun = (text: string) =>
  world.session.act({ type: 'prompt.run', agentId: mock, text, attachments: undefined, signed });
const isOver = () =>
  world.room.agents[mock]?.runningPromptId === undefined && world.room.agents[mock]?.queue.length === 0;

describe('a session', () => {
  it('lets a guest suggest, the host run it, and everybody see the same turn', async () => {
    await world.start();
    const ada = await world.join('Ada');
    const { id, outcome } = await ada.send({
      type: 'prompt.suggest',
      agentId: mock,
      text: 'echo hello there',
      attachments: undefined,
    });
    expect(outcome).toEqual({ state: 'done' });
    expect(world.room.suggestions).toMatchObject([{ by: ada.participantId, text: 'echo hello there' }]);
    const refused = await ada.send({ type: 'suggestion.run', suggestionId: as<SuggestionId>(id), text: undefined });
    expect(refused.outcome).toMatchObject({ state: 'rejected', code: 'right' });
    world.session.act({ type: 'suggestion.run', suggestionId: as<SuggestionId>(id), text: undefined, signed });
    await world.until(() => world.prompts()[0]?.state === 'completed');
    expect(world.prompts()).toMatchObject([{ by: 'host', suggestedBy: ada.participantId, delivery: 'accepted' }]);
    const texts = world.room.items.filter((item) => item.kind === 'text');
    expect(texts.at(-1)).toMatchObject({ state: 'ended', content: { text: 'hello there' } });
    await world.until(() => ada.view.state?.seq === world.room.seq);
    expect(ada.view.state?.items).toEqual(world.room.items);
    // The face of the bridge was told every event, once and in order.
    expect(world.told.flatMap((told) => (told.type === 'event' ? [told.seq] : []))).toEqual(
      Array.from({ length: world.room.seq - 2 }, (_, index) => index + 3).slice(-world.events.length),
    );
  });

  it('[B16] lets a guest with the right answer a request by a signed statement, and no other', async () => {
    await world.start();
    const ada = await world.join('Ada', { rights: { ...rightsOfRole['co-driver'], approve: true } });
    const vi = await world.join('Vi', { role: 'viewer' });
    hostRun('tool');
    await world.until(() => world.pending().length === 1 && ada.view.state?.seq === world.room.seq);
    const approvalId = world.pending()[0]?.request.approvalId;
    if (approvalId === undefined) throw new Error('no request');
    await world.until(() => vi.view.state?.pendingApprovals.includes(approvalId) === true);
    const answer = { type: 'approval.answer', approvalId, decision: 'allow', extra: '{"scope":"once"}' } as const;
    expect((await vi.send(answer)).outcome).toMatchObject({ state: 'rejected', code: 'right' });
    expect((await ada.send(answer)).outcome).toEqual({ state: 'done' });
    await world.until(isOver);
    expect(world.events.filter(({ type }) => type === 'approval.refused')).toHaveLength(1);
    expect(world.room.items.find((item) => item.kind === 'approval')).toMatchObject({
      resolution: { outcome: 'allowed', by: ada.participantId, signed: { memberId: ada.view.me?.memberId } },
    });
    expect(world.prompts()).toMatchObject([{ state: 'completed' }]);
  });

  it('is interrupted by a co-driver, and the queue asks whether to go on', async () => {
    await world.start();
    const ada = await world.join('Ada');
    hostRun('slow');
    hostRun('text');
    await world.until(() => world.prompts()[0]?.state === 'running' && world.session.engine.liveBlocks().length > 0);
    await ada.send({ type: 'turn.interrupt', agentId: mock, promptId: undefined });
    await world.until(() => world.prompts()[0]?.state === 'interrupted');
    expect(world.room.agents[mock]?.queueStopped?.reason).toBe('interrupted');
    world.session.act({ type: 'queue.resume', agentId: mock });
    await world.until(isOver);
    expect(world.prompts().map(({ state }) => state)).toEqual(['interrupted', 'completed']);
  });

  it('hides what is in .env from every event and delta, also when it was written after the start', async () => {
    await world.start();
    const ada = await world.join('Ada');
    const seen: string[] = [];
    world.write('.env', 'API_TOKEN=zebra-9876-zebra\n');
    hostRun('echo the token is zebra-9876-zebra, yes');
    await world.until(() => {
      seen.push(JSON.stringify(ada.view.live));
      return isOver();
    });
    await world.until(() => ada.view.state?.seq === world.room.seq);
    const agentTexts = ada.view.state?.items.filter((item) => item.kind !== 'prompt');
    expect(JSON.stringify(agentTexts)).toContain('the token is ⟦hidden⟧, yes');
    expect(JSON.stringify(agentTexts) + seen.join('')).not.toContain('9876');
  });

  it('keeps a prompt of 300 KB whole, beside its event', async () => {
    await world.start();
    const text = `echo ${'é'.repeat(150_000)}`;
    hostRun(text);
    await world.until(isOver);
    const [prompt] = world.prompts();
    expect(prompt?.whole?.len).toBe(Buffer.byteLength(text));
    expect(prompt?.state).toBe('completed');
    expect(world.room.items.findLast((item) => item.kind === 'text')).toMatchObject({ content: { len: 300_000 } });
  });

  it('[CLG-63] says that the disk is full where an attachment does not fit it, and the room goes on', async () => {
    await world.start({ maxFilePages: 150 });
    const ada = await world.join('Ada');
    const bytes = world.random.bytes(700_000);
    bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    let uploaded: Awaited<ReturnType<typeof ada.client.upload>> | undefined;
    void ada.client.upload(bytes).then((done) => {
      uploaded = done;
    });
    await world.until(() => uploaded !== undefined);
    if (uploaded === undefined) throw new Error('not uploaded');
    const attachment = { kind: 'image', name: 'a.png', mimeType: 'image/png', ...uploaded } as const;
    const suggest = { type: 'prompt.suggest', agentId: mock, text: 'Look at this' } as const;
    const full = await ada.send({ ...suggest, attachments: [attachment] });
    expect(full.outcome).toEqual({ state: 'rejected', code: 'disk_full' });
    expect(world.session.engine.isFailed).toBe(false);
    expect((await ada.send({ ...suggest, attachments: undefined })).outcome).toEqual({ state: 'done' });
    expect(world.room.suggestions.map(({ attachments }) => attachments)).toEqual([[]]);
    expect(world.told.some(({ type }) => type === 'failed')).toBe(false);
  });

  it('[CLG-63] keeps what a guest uploaded for a prompt under a name of its own, and refuses what never came', async () => {
    await world.start();
    const ada = await world.join('Ada', { rights: { ...rightsOfRole['co-driver'], prompt: 'run' } });
    const bytes = new Uint8Array(120_000);
    bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const uploading = ada.client.upload(bytes);
    let uploaded: Awaited<typeof uploading> | undefined;
    void uploading.then((done) => {
      uploaded = done;
    });
    await world.until(() => uploaded !== undefined);
    if (uploaded === undefined) throw new Error('not uploaded');
    const attachment = { kind: 'image' as const, name: 'a.png', mimeType: 'image/png', ...uploaded };
    const run = (attachments: Array<typeof attachment>) =>
      ada.send({ type: 'prompt.run', agentId: mock, text: 'text', attachments });
    expect((await run([{ ...attachment, blob: 'ab'.repeat(16) }])).outcome).toMatchObject({ code: 'no_such_object' });
    // Its first bytes say what it is, whatever a page says.
    for (const mimeType of ['image/jpeg', 'image/svg+xml', 'text/html'])
      expect((await run([{ ...attachment, mimeType }])).outcome).toMatchObject({ code: 'not_a_picture' });
    await run([attachment]);
    const [kept] = world.prompts()[0]?.attachments ?? [];
    expect(kept).toMatchObject({ name: 'a.png', len: bytes.length, hash: uploaded.hash });
    expect(kept?.blob).not.toBe(uploaded.blob);
    await world.until(isOver);
  });

  it('takes a guest out: what they wrote waits for the host, who is told', async () => {
    await world.start();
    const ada = await world.join('Ada', { rights: { ...rightsOfRole['co-driver'], prompt: 'run' } });
    hostRun('slow');
    await ada.send({ type: 'prompt.run', agentId: mock, text: 'text', attachments: undefined });
    world.session.act({
      type: 'member.remove',
      participantId: ada.participantId,
      block: false,
      keepInvites: undefined,
      note: undefined,
    });
    expect(world.prompts()[1]).toMatchObject({ state: 'held', reason: 'author_left' });
    expect(world.room.participants[ada.participantId]?.state).toBe('removed');
  });
});

describe('a bridge that was killed', () => {
  it('comes back as the same room: nothing is sent again, open requests are void, the agent’s session goes on', async () => {
    await world.start();
    const ada = await world.join('Ada');
    hostRun('echo remember me');
    await world.until(isOver);
    hostRun('tool');
    hostRun('text');
    await world.until(() => world.pending().length === 1);
    const { roomId, gen, defaultInvite } = world.session;
    await world.kill();
    await expect(world.start()).rejects.toMatchObject({ code: 'journal_in_use' });
    // The system closes a dead process's files.
    await world.session.stop().catch(() => undefined);
    world.told.length = 0;
    await world.start();
    expect([world.session.roomId, world.session.gen, world.session.defaultInvite.link]).toEqual([
      roomId,
      gen + 1,
      defaultInvite.link,
    ]);
    expect(world.prompts().map(({ state, reason }) => [state, reason])).toEqual([
      ['completed', undefined],
      ['failed', 'host_restarted'],
      ['queued', undefined],
    ]);
    expect(world.pending()).toEqual([]);
    expect(world.room.agents[mock]).toMatchObject({ session: 'resumed', queueStopped: { reason: 'host_restarted' } });
    await world.until(() => ada.view.state?.seq === world.room.seq && ada.view.liveness.name === 'live');
    expect(ada.view.state?.items).toEqual(world.room.items);
    world.session.act({ type: 'queue.resume', agentId: mock });
    await world.until(isOver);
    expect(world.prompts()[2]?.state).toBe('completed');
  });
});
