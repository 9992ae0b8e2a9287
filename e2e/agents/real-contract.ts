import {
  type ContractScenario,
  type ContractSetup,
  type ContractWorld,
  runAdapterContract,
} from '@collagility/adapters/contract-tests';
import { afterAll } from 'vitest';
import { lastingPlace, leaveLastingPlaces } from './acp-place.ts';
import { versionOf } from './installed.ts';
import { openRealAcp, type RealAcp, realFactory } from './real-acp.ts';

const everywhere: Partial<Record<ContractScenario, string>> = {
  question: 'the protocol has no questions',
  plan: 'the protocol has no plan review',
};

/** What one agent does otherwise than the contract, and tests that it cannot pass by itself, each with its reason. */
const differences: Readonly<Record<string, Partial<ContractSetup>>> = {
  'claude-acp': {
    leaveOut: [{ title: /^\[B14\]/, reason: 'its own words for every refusal, told in the matrix' }],
  },
  aider: {
    // Its Python imports a hundred megabytes at each start.
    timeoutMs: 120_000,
    without: {
      plan: 'Aider has no plan to accept',
      question: 'it asks about files of a repository, and this folder is none; proven with a recording',
    },
    leaveOut: [
      { title: /^\[B20\] of/, reason: 'Aider counts the tokens of such a word for minutes; proven with the fake one' },
    ],
  },
  gemini: {
    // A session cannot be loaded within the minute in which it was made, and the driver waits for the next one.
    timeoutMs: 150_000,
  },
  hermes: {
    // Its Python imports for seconds at each start.
    timeoutMs: 90_000,
    leaveOut: [
      { title: /^carries two megabytes/, reason: 'it shows less than 500 characters of an output' },
      {
        title: /^\[B11\] closes an open request/,
        reason: 'such an interrupt costs it its process, and only the pipeline starts the next; proven with a fake one',
      },
    ],
  },
  copilot: {
    leaveOut: [
      { title: /^\[B20\] of 1048576/, reason: 'larger than the window of its model, so it is compacted first' },
      { title: /^changes its model/, reason: 'it lists no models with a provider of the host’s own' },
      { title: /^talks to the MCP/, reason: 'it starts no MCP servers without its vendor' },
    ],
  },
  // Seconds of work at each start, more on a busy machine.
  opencode: { timeoutMs: 120_000 },
  openclaw: {
    // What connects to its gateway starts for many seconds.
    timeoutMs: 300_000,
    leaveOut: [
      { title: /^reports tokens$/, reason: 'it tells the size of its context only' },
      { title: /^\[B08\]/, reason: 'a session that it does not know begins anew, without a word' },
      { title: /^\[B10\] (?:asks before|a refused) a? ?write/, reason: 'it writes files unasked, told in the matrix' },
    ],
  },
  goose: {
    leaveOut: [
      { title: /^\[B20\] of (?:307200|1048576)/, reason: 'goose counts the tokens of such a word for over a minute' },
    ],
  },
};

/** The whole contract on the real program. `more`: what can be seen of this agent beyond the others. */
export function runRealContract(agent: string, more: (world: RealAcp) => Partial<ContractWorld> = () => ({})): void {
  const { row } = realFactory(agent);
  afterAll(leaveLastingPlaces, 30_000);
  runAdapterContract(`${row.name} ${versionOf(agent)}, the real one`, {
    row,
    timeoutMs: 60_000,
    without: everywhere,
    triesLimited: true,
    cutsOutput: true,
    open: async () => {
      const world = await openRealAcp(agent, lastingPlace);
      return { ...world, ...more(world) };
    },
    ...differences[agent],
  });
}
