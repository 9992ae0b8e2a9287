import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codexExecFactory } from '@collagility/adapters/drivers/codex-exec';
import type { AdapterEvent } from '@collagility/adapters/port';
import { answerText } from '@collagility/fixtures/agents/codex/scenarios.ts';
import { expect, test } from 'vitest';
import { openRealCodex } from './real-codex.ts';

// The real `codex exec`: no question reaches anybody, so what matters is that nothing runs that would need one.

test('refuses, acts, resumes and fails as it says', async () => {
  const real = await openRealCodex();
  const before = readFileSync(join(real.codexHome, 'config.toml'), 'utf8');
  const adapter = codexExecFactory({ environment: real.environment }).create('codex-exec-1');
  await adapter.initialize(real.config);
  const iterator = adapter.streamEvents()[Symbol.asyncIterator]();
  const send = async (name: string, text: string, mode?: 'act'): Promise<AdapterEvent[]> => {
    const events: AdapterEvent[] = [];
    await adapter.sendPrompt({ promptId: name, correlationId: name, text, ...(mode === undefined ? {} : { mode }) });
    for (;;) {
      const { value } = await iterator.next();
      if (value === undefined) throw new Error('The events ended.');
      events.push(value);
      if (value.type === 'STREAM_END') return events;
    }
  };
  const turn = async (name: string, mode?: 'act') => send(name, await real.script(name), mode);
  const of = (events: AdapterEvent[], type: AdapterEvent['type']) => events.filter((event) => event.type === type);

  const refused = await turn('write');
  expect(real.hasRun('write')).toBe(false);
  expect(of(refused, 'STATUS')).toMatchObject([{ payload: { code: 'refused_unattended' } }]);
  expect(refused.at(-1)).toMatchObject({ payload: { outcome: 'completed' } });
  await turn('shell');
  expect(real.hasRun('shell')).toBe(false);

  await turn('write', 'act');
  expect(real.hasRun('write')).toBe(true);

  const text = await turn('text');
  expect(of(text, 'BLOCK_END')).toMatchObject([{ payload: { text: answerText } }]);
  expect(real.promptsSeen().at(-1)).toBe('play text');
  expect(real.remembered()).toBe(true);

  real.model.clear();
  real.model.addTurn(
    Array.from({ length: 8 }, () => ({ error: { status: 401, type: 'invalid_api_key', message: 'no' } })),
  );
  const failed = await send('fail', 'fail');
  expect(failed.at(-1)).toMatchObject({ payload: { outcome: 'failed', error: { code: 'AUTH_CREDENTIAL_INVALID' } } });
  expect(readFileSync(join(real.codexHome, 'config.toml'), 'utf8')).toBe(before);
  await adapter.terminate();
  await real.close();
});
