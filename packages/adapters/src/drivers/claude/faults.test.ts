import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { findSurvivors } from '../../process/index.ts';
import { TestWorld } from './test-world.ts';

const worlds: TestWorld[] = [];
afterEach(async () => {
  await Promise.all(worlds.splice(0).map((world) => world.close()));
});

function open(faults: string[] = [], options: ConstructorParameters<typeof TestWorld>[1] = {}): TestWorld {
  const world = new TestWorld(faults, options);
  worlds.push(world);
  return world;
}

const yes = () => ({});

describe('results and exits', () => {
  test('[B05] an exit without a result fails the turn, says so, and keeps what was said', async () => {
    const world = open(['silent-exit']);
    await world.start();
    world.script('text');
    await world.send('p1');
    const { payload } = await world.until('STREAM_END');
    expect(payload).toMatchObject({ outcome: 'failed', error: { code: 'PROCESS_CRASHED' } });
    expect(payload.error?.message).toContain('in the middle of a turn');
    expect(world.of('BLOCK_END')).toMatchObject([{ text: world.workspace.answer }]);
    expect(world.adapter.status).toBe('FAILED');
  });

  test('[B05] the turn ends with the result although a grandchild holds the output, which goes as well', async () => {
    const world = open(['grandchild-holds-output']);
    await world.start();
    world.script('text');
    await world.send('p1');
    expect((await world.until('STREAM_END')).payload.outcome).toBe('completed');
    // The exit that follows is seen, and nothing of the tree is left.
    expect((await world.until('ERROR')).payload.error.code).toBe('PROCESS_CRASHED');
    await world.adapter.terminate();
    for (const record of world.records) expect(await findSurvivors(record)).toEqual([]);
  });

  test('[B05] silence in a turn is told once, and an interrupt still works', async () => {
    const world = open(['stalls'], { waits: { stallMs: 80 } });
    await world.start();
    world.script('shell');
    await world.send('p1');
    const { payload } = await world.until('ERROR', yes);
    expect(payload.error).toMatchObject({ code: 'STALLED', recoverable: true });
    expect(payload.error.message).toMatch(/No output for/);
    await wait(250);
    await world.adapter.interrupt();
    expect((await world.until('STREAM_END')).payload.outcome).toBe('interrupted');
    expect(world.of('ERROR').filter(({ error }) => error.code === 'STALLED')).toHaveLength(1);
  });

  test('[B02] text between the lines goes to the diagnostics, not to the transcript', async () => {
    const world = open(['garbage']);
    await world.start();
    world.script('text');
    await world.send('p1');
    expect((await world.until('STREAM_END')).payload.outcome).toBe('completed');
    expect(world.of('RAW').map((raw) => raw.text)).toEqual(['Loaded credentials from cache.', '[1,2]', '"hi"', 'null']);
    expect(world.of('BLOCK_END').map((block) => block.text)).toEqual([world.workspace.answer]);
  });

  test('[B26] a process that ends at the prompt fails that turn with its last words, and starts again', async () => {
    const world = open(['dies-on-input']);
    await world.start();
    await world.send('p1', 'x'.repeat(3 * 1024 * 1024));
    expect((await world.until('STREAM_END')).payload.outcome).toBe('failed');
    expect(world.adapter.status).toBe('FAILED');
    expect(JSON.stringify(world.of('ERROR'))).toContain('cannot read input');
    await world.start();
    expect(world.adapter.status).toBe('READY');
  });
});

describe('approval replies', () => {
  test('[B10] an allow repeats the input and a deny has its message, as a strict agent wants', async () => {
    const world = open(['strict-replies']);
    await world.start();
    world.script('shell');
    await world.send('p1');
    await world.until('STREAM_END', yes);
    world.script('shell');
    await world.send('p2');
    await world.until('STREAM_END', () => ({ approved: false }));
    world.script('requests');
    await world.send('p3');
    await world.until('STREAM_END', () => ({ approved: false, userFeedback: 'Use the other folder.' }));
    expect(world.replies()).toMatchObject([
      { response: { behavior: 'allow', updatedInput: { command: 'touch ran.txt', description: 'demo' } } },
      { response: { behavior: 'deny', message: expect.stringMatching(/did not allow/) } },
      { response: { behavior: 'deny', message: 'Use the other folder.' } },
      { response: { behavior: 'deny', message: 'Use the other folder.' } },
    ]);
    expect(world.of('STREAM_END').map((end) => end.outcome)).toEqual(['completed', 'completed', 'completed']);
  });

  test('[B14] expired and cancelled are not told as refusals', async () => {
    const world = open();
    await world.start();
    for (const refusal of ['expired', 'cancelled'] as const) {
      world.script('shell');
      await world.send(refusal);
      await world.until('STREAM_END', () => ({ approved: false, refusal }));
      expect(world.of('TOOL_EXECUTED', refusal)[0]?.output).toMatch(/not a refusal/);
    }
  });

  test('a session rule goes to the session and nowhere else, and only the exact one', async () => {
    const world = open();
    await world.start();
    world.script('shell');
    await world.send('p1');
    await world.until('STREAM_END', () => ({ scope: 'session' }));
    expect(world.of('TOOL_APPROVAL_REQUESTED')[0]?.nativeSessionRule).toBe('Bash(touch ran.txt)');
    expect(world.replies()[0]).toMatchObject({
      response: {
        updatedPermissions: [
          { type: 'addRules', rules: [{ toolName: 'Bash', ruleContent: 'touch ran.txt' }], destination: 'session' },
        ],
      },
    });
  });

  test('a refusal may end the turn', async () => {
    const world = open();
    await world.start();
    world.script('shell');
    await world.send('p1');
    const { payload } = await world.until('STREAM_END', () => ({ approved: false, endTurn: true }));
    expect(payload).toMatchObject({ outcome: 'interrupted', reason: 'aborted_tools' });
    expect(world.of('TOOL_EXECUTED')).toMatchObject([{ status: 'denied' }]);
  });
});

describe('interrupts', () => {
  test('[B28] asks in its envelope with an id of its own; the same process takes the next prompt', async () => {
    const world = open();
    await world.start();
    world.script('slow');
    await world.send('p1');
    await world.until('STREAM_CHUNK');
    expect(await world.adapter.interrupt()).toEqual({ accepted: true, dispatched: true, acknowledged: true });
    expect((await world.until('STREAM_END')).payload).toMatchObject({ outcome: 'interrupted' });
    const asked = world.fake.received().filter((line) => line['type'] === 'control_request');
    expect(asked.at(-1)).toMatchObject({ request: { subtype: 'interrupt', cancel_queued: true } });
    expect(new Set(asked.map((line) => line['request_id'])).size).toBe(asked.length);
    world.script('text');
    await world.send('p2');
    expect((await world.until('STREAM_END')).payload.outcome).toBe('completed');
    expect(world.records).toHaveLength(1);
    // The vendor's own diagnostics are for nobody here.
    expect(JSON.stringify(world.events)).not.toContain('ede_diagnostic');
  });

  test('[B28] without an answer it gets the signal, and the session goes on in a new process', async () => {
    const world = open(['no-ack']);
    await world.start();
    world.script('slow');
    await world.send('p1');
    await world.until('STREAM_CHUNK');
    expect(await world.adapter.interrupt()).toMatchObject({ dispatched: true, acknowledged: false });
    expect((await world.until('STREAM_END')).payload.outcome).toBe('interrupted');
    expect(world.of('STATUS')).toMatchObject([{ code: 'interrupt_escalated' }]);
    world.script('text');
    await world.send('p2');
    expect((await world.until('STREAM_END')).payload.outcome).toBe('completed');
    expect(world.records).toHaveLength(2);
    expect(world.fake.prompts().at(-1)?.history).toHaveLength(1);
  });

  test('[B28] one that hears neither asking nor signals is killed, and that is said', async () => {
    const world = open(['no-ack', 'immortal']);
    await world.start();
    world.script('slow');
    await world.send('p1');
    await world.until('STREAM_CHUNK');
    await world.adapter.interrupt();
    expect((await world.until('STREAM_END')).payload).toMatchObject({ outcome: 'interrupted', reason: 'agent_died' });
    expect(world.of('STATUS').map((status) => status.code)).toEqual(['interrupt_escalated', 'interrupt_escalated']);
    expect(world.adapter.status).toBe('FAILED');
  });

  test('[B11] open requests are answered once, late events do not reopen the turn, the next prompt is clean', async () => {
    const world = open(['late-events', 'no-cancel-notice']);
    await world.start();
    world.script('shell');
    await world.send('p1');
    const { payload } = await world.until('TOOL_APPROVAL_REQUESTED');
    await world.adapter.interrupt();
    await world.until('STREAM_END');
    world.script('text');
    await world.send('p2');
    const end = await world.until('STREAM_END');
    expect(end).toMatchObject({ promptId: 'p2', payload: { outcome: 'completed' } });
    expect(world.of('APPROVAL_WITHDRAWN')).toMatchObject([{ requestId: payload.requestId, reason: 'interrupted' }]);
    expect(world.replies()).toMatchObject([
      { response: { behavior: 'deny', message: expect.stringMatching(/cancelled/) } },
    ]);
    expect(world.of('STREAM_END')).toHaveLength(2);
    expect(world.of('STREAM_CHUNK', 'p2').filter(({ delta }) => delta.startsWith('late'))).toEqual([]);
    expect(world.of('BLOCK_END', 'p2').map((block) => block.text)).toEqual([world.workspace.answer]);
    const late = world.adapter.approveTool({ toolId: payload.requestId, approved: true });
    await expect(late).rejects.toMatchObject({ code: 'ILLEGAL_STATE' });
  });
});

describe('sessions', () => {
  test('[B08] the latest id counts, and resume is the only flag that names one', async () => {
    const world = open(['new-ids']);
    await world.start();
    await world.send('p1');
    await world.until('STREAM_END');
    const [first] = world.of('SESSION_STARTED');
    const again = open(['new-ids']);
    // The same home: the second adapter resumes what the first one left.
    Object.assign(again.fake.environment, world.fake.environment);
    const init = await again.start({ resume: { nativeSessionId: first?.nativeSessionId ?? '' } });
    expect(init).toMatchObject({ session: 'resumed' });
    await again.send('p2');
    await again.until('STREAM_END');
    const second = again.of('SESSION_STARTED').at(-1)?.nativeSessionId;
    expect(second).not.toBe(first?.nativeSessionId);
    const third = open(['new-ids']);
    Object.assign(third.fake.environment, world.fake.environment);
    expect(await third.start({ resume: { nativeSessionId: second ?? '' } })).toMatchObject({ session: 'resumed' });
  });

  test('an older version that refuses a newer flag is started without it', async () => {
    const world = open(['old-flags']);
    expect(await world.start()).toMatchObject({ session: 'new' });
    expect(world.records).toHaveLength(2);
  });

  test('a version without the control protocol asks over MCP', async () => {
    const world = open(['no-control'], { waits: { answerMs: 300 } });
    const init = await world.start();
    expect(init.unasked).not.toEqual([]);
    world.script('shell');
    await world.send('p1');
    await world.until('STREAM_END', () => ({ updatedInput: { command: 'touch edited.txt' } }));
    expect(world.workspace.edited.hasRun()).toBe(true);
  });

  test('one that is not logged in does not start, and the step that helps is named', async () => {
    const world = open(['logged-out']);
    const failed = world.start();
    await expect(failed).rejects.toMatchObject({
      code: 'AUTH_CREDENTIAL_INVALID',
      detail: { fix: expect.stringContaining('claude auth login') },
    });
  });

  test('a program that is not there names what was tried', async () => {
    const world = open();
    await expect(world.start({ binaryPath: '/no/such/claude' })).rejects.toMatchObject({
      code: 'PROVIDER_NOT_FOUND',
      message: expect.stringContaining('/no/such/claude'),
    });
  });
});

describe('what runs unasked', () => {
  test('rules of the user’s own are read back and told', async () => {
    const world = open(['has-rules']);
    expect((await world.start()).unasked).toEqual(['Bash(touch *) (userSettings)']);
  });

  test('with the gate hook every call is asked for, and nothing is unasked', async () => {
    const world = open(['has-rules']);
    expect((await world.start({ askForEverything: true })).unasked).toEqual([]);
    world.script('edit');
    await world.send('p1');
    await world.until('STREAM_END', yes);
    expect(world.of('TOOL_APPROVAL_REQUESTED').map(({ toolCall }) => toolCall.toolName)).toEqual(['Read', 'Edit']);
  });

  test('a turn may act although the room asks, and the next one asks again', async () => {
    const world = open();
    await world.start();
    world.script('shell');
    await world.send('p1', 'go', { mode: 'act' });
    await world.until('STREAM_END');
    expect(world.of('TOOL_APPROVAL_REQUESTED')).toEqual([]);
    world.script('shell');
    await world.send('p2');
    expect((await world.until('TOOL_APPROVAL_REQUESTED')).promptId).toBe('p2');
  });

  test('the mode that switches all checks off is refused', async () => {
    const world = open();
    const failed = world.start({ permissionMode: 'bypassPermissions' });
    await expect(failed).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  });
});
