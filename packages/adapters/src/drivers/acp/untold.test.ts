import { describe, expect, it } from 'vitest';
import { AgentSession } from '../../pipeline/index.ts';
import { AcpAdapter } from './adapter.ts';
import { FakeAcp, fakeProfile } from './fake-acp.ts';
import { allow, world } from './test-world.ts';

const own = { approvals: { ...fakeProfile.approvals, requestsHaveOwnIds: true } };
const untold = { approvals: { ...fakeProfile.approvals, requestsHaveOwnIds: true, endsUntold: true } };
const habits = ['own-request-ids', 'ends-untold', 'refuses-silently'];

const titles = (one: ReturnType<typeof world>) => one.of('TOOL_STARTED').map(({ toolCall }) => toolCall.title);

describe('an agent whose requests have ids of their own', () => {
  it('asks about the call that it announced, which is then known by its whole input', async () => {
    const one = world(['own-request-ids'], own);
    await one.start();
    await one.turn('write');
    const [call] = one.of('TOOL_STARTED').map(({ toolCall }) => toolCall);
    const [request] = one.of('TOOL_APPROVAL_REQUESTED');
    expect(titles(one)).toHaveLength(1);
    expect(request?.toolCall.toolId).toBe(call?.toolId);
    expect(request?.toolCall.arguments).toMatchObject({ content: 'x\n' });
    expect(request?.toolCall.arguments).not.toHaveProperty('tool');
    expect(one.of('TOOL_EXECUTED')).toMatchObject([{ toolId: call?.toolId, status: 'completed' }]);
    expect(one.of('FILE_CHANGED')).toMatchObject([{ toolId: call?.toolId, change: 'added' }]);
  });

  it('has calls at once: each request is about the call of its own command', async () => {
    const one = world(['own-request-ids', 'calls-at-once'], own);
    await one.start();
    await one.turn('requests');
    const asked = one.of('TOOL_APPROVAL_REQUESTED').map(({ toolCall }) => [toolCall.toolId, toolCall.arguments]);
    const announced = one.of('TOOL_STARTED').map(({ toolCall }) => [toolCall.toolId, toolCall.title]);
    expect(asked).toHaveLength(2);
    for (const [index, [toolId, title]] of announced.entries()) {
      expect(asked[index]?.[0]).toBe(toolId);
      expect(title).toContain(JSON.parse(JSON.stringify(asked[index]?.[1])).command);
    }
  });

  it('has a call whose title names nothing: people read the title of the request', async () => {
    const one = world(['own-request-ids', 'titles-name-nothing'], own);
    await one.start();
    await one.turn('write');
    expect(titles(one)).toEqual(['Write: ?']);
    const [request] = one.of('TOOL_APPROVAL_REQUESTED');
    expect(request?.toolCall.toolId).toBe(one.of('TOOL_STARTED')[0]?.toolCall.toolId);
    expect(request?.toolCall.title).toMatch(/^Write .*written\.txt$/);
    expect(one.of('TOOL_UPDATED').map(({ title }) => title)).toContain(request?.toolCall.title);
  });

  it('has several of them at once: no request is guessed to be about one', async () => {
    const one = world(['own-request-ids', 'titles-name-nothing', 'calls-at-once'], own);
    await one.start();
    await one.turn('requests');
    expect(titles(one)).toEqual(['Bash: ?', 'Bash: ?', 'touch one.txt', 'touch two.txt']);
    expect(one.of('TOOL_APPROVAL_REQUESTED').map(({ toolCall }) => toolCall.title)).toEqual([
      'touch one.txt',
      'touch two.txt',
    ]);
  });

  it('of another agent no request is taken for another call', async () => {
    const one = world(['own-request-ids']);
    await one.start();
    await one.turn('write');
    expect(titles(one)).toHaveLength(2);
  });
});

describe('an agent that does not tell how calls end', () => {
  it('an allowed call has run when its turn completes, and its change is told', async () => {
    const one = world(habits, untold);
    await one.start();
    await one.turn('write');
    expect(one.of('TOOL_EXECUTED')).toMatchObject([{ status: 'completed' }]);
    expect(one.of('FILE_CHANGED')).toMatchObject([{ path: 'written.txt', change: 'added' }]);
    expect(one.of('STREAM_END')).toMatchObject([{ outcome: 'completed' }]);
  });

  it('a refused call was refused', async () => {
    const one = world(habits, untold);
    await one.start();
    await one.turn('write', () => ({ approved: false }));
    expect(one.of('TOOL_EXECUTED')).toMatchObject([{ status: 'denied' }]);
    expect(one.of('FILE_CHANGED')).toEqual([]);
  });

  it('in a turn that was interrupted nobody knows, so it was cancelled', async () => {
    const one = world(habits, untold);
    await one.start();
    await one.turn('slowTool', allow, 'TOOL_APPROVAL_REQUESTED');
    await one.adapter.interrupt();
    await one.until('STREAM_END');
    expect(one.of('TOOL_EXECUTED')).toMatchObject([{ status: 'cancelled' }]);
  });

  it('of another agent such a call is cancelled, whatever its turn says', async () => {
    const one = world(habits, own);
    await one.start();
    await one.turn('write');
    expect(one.of('TOOL_EXECUTED')).toMatchObject([{ status: 'cancelled' }]);
  });
});

describe('an agent that loses its way', () => {
  it('[B08] a load that is answered with nothing is a refusal, and a new session is told', async () => {
    const one = world(['refuses-emptily'], { session: { resumeBy: ['load'], refusesEmptily: true } });
    expect(await one.start({ resume: { nativeSessionId: 'no-such-session' } })).toMatchObject({ session: 'new' });
    await one.until('STATUS');
    expect(one.of('STATUS')).toMatchObject([{ code: 'resume_refused' }]);
  });

  it('[B11] a failed cancel that blocks it ends its process, and the next prompt is answered in the same session', async () => {
    const fake = new FakeAcp(['failed-cancel-blocks']);
    const profile = { ...fakeProfile, session: { failedCancelBlocks: true } };
    const session = new AgentSession({
      create: () => new AcpAdapter('acp', profile, { environment: fake.environment }),
      config: { workspacePath: fake.folder, binaryPath: fake.binaryPath },
      onEvent: () => undefined,
      respawnDelaysMs: [1, 1, 1],
    });
    try {
      await session.start();
      fake.addTurn([{ content: [{ type: 'text', text: 'on and on '.repeat(200) }], chunkDelayMs: 20 }]);
      const first = await session.run({ promptId: 'p1', correlationId: 'c', text: 'first' });
      await first.cancel();
      expect(await first.result()).toMatchObject({ outcome: 'interrupted' });
      fake.addTurn([{ content: [{ type: 'text', text: 'Here I am.' }] }]);
      const second = await session.run({ promptId: 'p2', correlationId: 'c', text: 'second' });
      expect(await second.result()).toMatchObject({ outcome: 'completed', text: 'Here I am.' });
      expect(fake.prompts().at(-1)?.history).toEqual([['first']]);
    } finally {
      await session.close();
      fake.remove();
    }
  });
});
