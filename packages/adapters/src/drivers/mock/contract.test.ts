import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ContractScenario, type ContractWorld, runAdapterContract } from '../../contract-tests/index.ts';
import { systemClock, systemTimer } from '../../pipeline/index.ts';
import { MockAgentAdapter } from './mock-adapter.ts';
import { MockSessions } from './mock-sessions.ts';
import { mockRow } from './row.ts';
import { firstGreeting } from './scenarios/tools.ts';

const prompts: Record<ContractScenario, string> = {
  text: 'text',
  reasoning: 'think',
  write: 'edit',
  shell: 'tool',
  requests: 'ask 2',
  question: 'question',
  plan: 'plan',
  edit: 'edit',
  slow: 'slow',
  slowTool: 'slow tool',
  crash: 'fault crash-mid-stream',
  bigOutput: 'big',
  memory: 'memory',
};

async function openWorld(): Promise<ContractWorld> {
  const workspacePath = mkdtempSync(join(tmpdir(), 'mock-contract-'));
  const demo = (name: string): string => join(workspacePath, 'collagility-demo', name);
  const sessions = new MockSessions();
  let adapterCount = 0;
  return {
    create: () => {
      adapterCount += 1;
      const speed = Number.POSITIVE_INFINITY;
      return new MockAgentAdapter(`mock-${adapterCount}`, { clock: systemClock, timer: systemTimer, speed, sessions });
    },
    config: { workspacePath },
    script: async (name) => {
      if (name === 'edit') {
        mkdirSync(demo(''), { recursive: true });
        writeFileSync(demo('greeting.ts'), firstGreeting);
      }
      return prompts[name];
    },
    answer: 'Hello. This is a short answer from the mock agent.',
    promptsSeen: () => sessions.log.map((entry) => entry.text),
    hasRun: (name) => existsSync(demo(name === 'write' ? 'greeting.ts' : 'made-by-agent.txt')),
    remembered: () => (sessions.log.at(-1)?.earlier ?? 0) > 0,
    earlierPrompts: () => sessions.log.at(-1)?.earlier ?? 0,
    edited: { input: { command: 'touch collagility-demo/edited.txt' }, hasRun: () => existsSync(demo('edited.txt')) },
    otherModel: 'mock-large',
    unknownSessionId: 'nobody-knows-this',
    command: { text: '/clear', hasRun: () => sessions.latestId !== sessions.log.at(-1)?.nativeSessionId },
    systemPromptSeen: () => sessions.log.at(-1)?.systemPrompt ?? '',
    contextFilesSeen: () => sessions.log.at(-1)?.contextFiles ?? [],
    close: async () => rmSync(workspacePath, { recursive: true }),
  };
}

runAdapterContract('mock', { row: mockRow, open: openWorld });
