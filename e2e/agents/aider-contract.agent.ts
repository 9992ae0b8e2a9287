import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listOf } from './prompt-seen.ts';
import { runRealContract } from './real-contract.ts';

/** The rules of its edit format, which Aider puts after the last prompt. */
const reminder = /\n\n# \*SEARCH\/REPLACE block\* Rules:[\s\S]*$/;

function promptSeen(body: Record<string, unknown>): string[] {
  const last = listOf(body['messages']).findLast((message) => message['role'] === 'user');
  return typeof last?.['content'] === 'string' ? [last['content'].replace(reminder, '')] : [];
}

runRealContract('aider', ({ model, config }) => ({
  promptsSeen: () => model.requests().flatMap(promptSeen),
  systemPromptSeen: () => JSON.stringify(model.requests().at(-1) ?? {}),
  contextFilesSeen: () =>
    promptSeen(model.requests().at(-1) ?? {}).flatMap((text) => /^<file name="([^"]+)"/.exec(text)?.[1] ?? []),
  command: {
    text: '/run touch command.txt',
    hasRun: () => existsSync(join(config.workspacePath, 'command.txt')),
  },
}));
