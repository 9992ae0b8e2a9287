import { expect, it } from 'vitest';
import { type AgentId, as } from '../ids.ts';
import { sendable } from './sendable.ts';

const agentId = as<AgentId>('a');

it('[B24] what a paste brings along and nobody sees is not sent, so that the host refuses nothing', () => {
  const run = (text: string) => sendable({ type: 'prompt.run', agentId, text });
  expect(run('a\0b\ud800c')).toEqual({ type: 'prompt.run', agentId, text: 'ab\ufffdc' });
  const usual = { type: 'chat.post', text: '  👩‍💻\r\n\u001b[0m ' } as const;
  expect(sendable(usual)).toBe(usual);
  const keys = { type: 'terminal.input', agentId, keys: '\0' } as const;
  expect(sendable(keys)).toBe(keys);
});
