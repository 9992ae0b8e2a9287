import { describe, expect, it } from 'vitest';
import type { PromptPayload } from '../../port.ts';
import { openclaw, piAcp } from './profiles/wrappers.ts';
import { world } from './test-world.ts';

const silent = { failures: openclaw.failures ?? {} };
const fix = openclaw.failures?.silenceFix ?? '';

async function endOf(faults: string[], profile: Parameters<typeof world>[1], prompt: Partial<PromptPayload> = {}) {
  const one = world(faults, profile);
  await one.start();
  one.fake.addTurn([{ content: [] }]);
  await one.adapter.sendPrompt({ promptId: 'p', correlationId: 'c', text: 'go', ...prompt });
  await one.until('STREAM_END');
  return one;
}

describe('a turn that ends without a word', () => {
  it('has failed where the agent tells a failed model so, and what helps is said', async () => {
    const one = await endOf([], silent);
    const error = { code: 'PROVIDER_UNREACHABLE', fix };
    expect(fix).toContain('openclaw logs');
    expect(one.of('STREAM_END')).toMatchObject([{ outcome: 'failed', reason: 'silent', error }]);
    expect(one.of('ERROR')).toMatchObject([{ error }]);
    expect(one.of('ERROR')[0]?.error.message).toContain('without an answer');
  });

  it('has completed where a command of the agent has nothing to say', async () => {
    const one = await endOf([], silent, { text: '/clear', mayCommand: true });
    expect(one.of('STREAM_END')).toMatchObject([{ outcome: 'completed' }]);
  });

  it('has completed where a tool was all that it took', async () => {
    const one = world([], silent);
    await one.start();
    one.fake.addTurn([{ content: [{ type: 'tool_use', name: 'Bash', input: { command: 'touch x' } }] }]);
    await one.adapter.sendPrompt({ promptId: 'p', correlationId: 'c', text: 'go' });
    await one.until('STREAM_END');
    expect(one.of('STREAM_END')).toMatchObject([{ outcome: 'completed' }]);
  });

  it('has failed where the program told of itself only, which is nobody’s to read', async () => {
    const preamble = 'pi v1.6.0\n---\n\n## Extensions\n- /home/ada/.pi/agent/extensions/mine.ts\n';
    const one = world([], { failures: piAcp.failures ?? {}, text: piAcp.text ?? {} });
    await one.start();
    one.fake.addTurn([{ content: [{ type: 'text', text: preamble }], chunkSize: preamble.length }]);
    await one.adapter.sendPrompt({ promptId: 'p', correlationId: 'c', text: 'go' });
    await one.until('STREAM_END');
    expect(one.of('STREAM_END')).toMatchObject([{ outcome: 'failed', reason: 'silent' }]);
    expect(one.of('STREAM_CHUNK')).toEqual([]);
  });

  it('says that there was no answer where nobody knows what it means', async () => {
    const one = await endOf([], {});
    expect(one.of('STREAM_END')).toMatchObject([{ outcome: 'completed' }]);
    expect(one.of('STATUS')).toMatchObject([{ code: 'empty_turn' }]);
  });

  it('has failed where the agent refuses to go on', async () => {
    const one = await endOf(['will-not-go-on'], {});
    expect(one.of('STREAM_END')).toEqual([{ outcome: 'failed', reason: 'refusal' }]);
  });
});
