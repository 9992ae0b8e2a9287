import type { DetectedAgent } from '@collagility/adapters/registry';
import { expect, test } from 'vitest';
import { chooseAgent } from './choose-agent.ts';

// Choosing looks at what was found, not at what a driver can do.
const row = {} as DetectedAgent['factory']['row'];

const agent = (provider: string, detection: Partial<DetectedAgent['detection']> = {}): DetectedAgent => ({
  factory: {
    provider,
    row,
    name: provider.toUpperCase(),
    detect: () => Promise.reject(new Error('asked before')),
    create: () => {
      throw new Error('not started here');
    },
  },
  detection: { installed: true, ...detection },
});
const mock = agent('mock');
const pick = async (detected: DetectedAgent[], wanted?: string, before?: string) => {
  const { chosen, why } = await chooseAgent({ detected, wanted, ...(before === undefined ? {} : { before }) });
  return `${chosen.factory.provider}: ${why}`;
};

test('the agent asked for is taken, and only that one', async () => {
  expect(await pick([agent('claude'), mock], 'mock')).toBe('mock: asked for by --agent');
  await expect(pick([agent('claude'), mock], 'claud')).rejects.toThrow(
    'There is no agent "claud". Did you mean claude?',
  );
  await expect(pick([mock], 'zzz')).rejects.toThrow('There is no agent "zzz". Known: mock.');
});

test('an agent asked for that is missing or logged out is never replaced by another', async () => {
  const missing = agent('claude', { installed: false, fix: 'npm install -g x' });
  await expect(pick([missing, mock], 'claude')).rejects.toMatchObject({
    message: 'CLAUDE is not installed here. Nothing was started.',
    next: ['Fix it: npm install -g x'],
    exit: 'unavailable',
  });
  await expect(pick([agent('claude', { loggedIn: false }), mock], 'claude')).rejects.toThrow('is not logged in');
});

test('without a wish the first healthy one is taken, the demo last, each with its reason', async () => {
  expect(await pick([mock, agent('claude')])).toBe('claude: the one found here');
  expect(await pick([mock, agent('claude', { loggedIn: false, fix: 'claude login' }), agent('codex')])).toBe(
    'codex: the one found here',
  );
  expect(await pick([mock, agent('claude', { loggedIn: false, fix: 'claude login' })])).toBe(
    'mock: CLAUDE is not logged in (claude login), so this is a demo',
  );
  expect(await pick([mock])).toBe('mock: no coding agent was found here, so this is a demo');
});

test('with several and a terminal the person chooses; with one nobody is asked', async () => {
  const codex = agent('codex');
  const asked: string[] = [];
  const ask = async (_question: string, agents: DetectedAgent[]) => {
    asked.push(agents.map(({ factory }) => factory.provider).join());
    return codex;
  };
  const choice = await chooseAgent({ detected: [mock, agent('claude'), codex], wanted: undefined, ask });
  expect(choice.why).toBe('chosen here');
  expect(choice.others.map(({ factory }) => factory.provider)).toEqual(['mock', 'claude']);
  await chooseAgent({ detected: [mock, codex], wanted: undefined, ask });
  expect(asked).toEqual(['claude,codex']);
});

test('a resumed room keeps its agent', async () => {
  expect(await pick([mock, agent('claude')], undefined, 'mock')).toBe("mock: the room's agent so far");
});

test('a shell is never chosen, offered or shared again unless the host names it', async () => {
  const plain = agent('shell');
  const shell: DetectedAgent = { ...plain, factory: { ...plain.factory, onlyByName: true } };
  expect(await pick([shell, mock])).toContain('mock:');
  expect(await pick([shell, mock], 'shell')).toBe('shell: asked for by --agent');
  await expect(pick([shell, mock], undefined, 'shell')).rejects.toMatchObject({
    code: 'say_it_again',
    next: ['Share it again: add --agent shell'],
  });
  const asked: DetectedAgent[][] = [];
  const ask = async (_: string, agents: DetectedAgent[]) => {
    asked.push(agents);
    return agents[0] ?? mock;
  };
  const { others } = await chooseAgent({
    detected: [shell, agent('claude'), agent('codex'), mock],
    wanted: undefined,
    ask,
  });
  expect(asked.flat().map(({ factory }) => factory.provider)).toEqual(['claude', 'codex']);
  expect(others.map(({ factory }) => factory.provider)).not.toContain('shell');
});
