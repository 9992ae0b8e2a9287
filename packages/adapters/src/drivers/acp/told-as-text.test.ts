import { describe, expect, it } from 'vitest';
import type { AdapterErrorCode } from '../../port.ts';
import { hermes } from './profiles/hermes.ts';
import { world } from './test-world.ts';

async function endAfter(text: string) {
  const one = world([], { text: hermes.text ?? {} });
  await one.start();
  one.fake.addTurn([{ content: [{ type: 'text', text }], chunkSize: text.length }]);
  await one.adapter.sendPrompt({ promptId: 'p', correlationId: 'c', text: 'go' });
  await one.until('STREAM_END');
  return one;
}

describe('an agent that tells its failures as text and ends the turn well', () => {
  it.each<[string, AdapterErrorCode]>([
    ['HTTP 401: Incorrect API key provided: dummy.', 'AUTH_CREDENTIAL_INVALID'],
    ['API call failed after 3 retries: HTTP 429: Rate limit reached for requests.', 'RATE_LIMIT_EXCEEDED'],
    ['API call failed after 3 retries: HTTP 503: The engine is overloaded.', 'PROVIDER_UNREACHABLE'],
    ['API call failed after 3 retries: Connection error.', 'PROVIDER_UNREACHABLE'],
    ['Context length exceeded (12,339 tokens). Cannot compress further.', 'CONTEXT_WINDOW_EXCEEDED'],
    ['Request payload too large (413). Cannot compress further.', 'CONTEXT_WINDOW_EXCEEDED'],
    ['Billing or credits exhausted: HTTP 402: no credits', 'QUOTA_EXHAUSTED'],
  ])('"%s" fails it as %s, and is no answer', async (text, code) => {
    const one = await endAfter(text);
    expect(one.of('STREAM_END')).toMatchObject([{ outcome: 'failed', error: { code } }]);
    expect(one.of('BLOCK_END')).toEqual([]);
  });

  it.each(['HTTP 404 means that nothing was found.', 'The API call failed after 3 retries: HTTP 500'])(
    '"%s" is what its model says',
    async (text) => {
      const one = await endAfter(text);
      expect(one.of('STREAM_END')).toMatchObject([{ outcome: 'completed' }]);
      expect(one.of('BLOCK_END')).toMatchObject([{ text }]);
    },
  );

  it('pieces of an answer are its own, whatever they begin with', async () => {
    const pieces = ['The log says ', 'HTTP 404: not found, ', 'HTTP 503: overloaded, ', 'Request payload too large.'];
    const one = world([], { text: hermes.text ?? {} });
    await one.start();
    one.fake.addTurn([{ content: pieces.map((text) => ({ type: 'text' as const, text })), chunkSize: 100 }]);
    await one.adapter.sendPrompt({ promptId: 'p', correlationId: 'c', text: 'go' });
    await one.until('STREAM_END');
    expect(one.of('STREAM_END')).toMatchObject([{ outcome: 'completed' }]);
    expect(
      one
        .of('BLOCK_END')
        .map((block) => block.text)
        .join(''),
    ).toBe(pieces.join(''));
  });
});
