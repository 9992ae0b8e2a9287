import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContractWorld } from '@collagility/adapters/contract-tests';
import { type AcpOptions, acpFactories } from '@collagility/adapters/drivers/acp';
import { aiderFactory } from '@collagility/adapters/drivers/aider';
import { piFactory } from '@collagility/adapters/drivers/pi';
import type { AdapterFactory } from '@collagility/adapters/port';
import type { ModelServer } from '../model-servers/scripted-http.ts';
import { openPlace } from './acp-place.ts';
import { promptSeen, promptTaken } from './prompt-seen.ts';
import { realAgents } from './real-agents.ts';
import { realWorld } from './real-world.ts';

const mcpServer = join(import.meta.dirname, '..', '..', 'fixtures', 'fake-clis', 'mcp-trace.mjs');

export function realFactory(agent: string, options: AcpOptions = { environment: {} }): AdapterFactory {
  const factories = [...acpFactories(options), piFactory(options), aiderFactory(options)];
  const factory = factories.find(({ provider }) => provider === agent);
  if (factory === undefined) throw new Error(`There is no driver for "${agent}".`);
  return factory;
}

export interface RealAcp extends ContractWorld {
  model: ModelServer;
  home: string;
  folder: string;
  /** With which the agent, or a bridge that drives it, is started. */
  environment: Record<string, string>;
}

/** A real agent with a home of its own, dummy keys and a scripted model on loopback; nothing else. */
export async function openRealAcp(agent: string, placeOf = openPlace): Promise<RealAcp> {
  const real = realAgents[agent];
  if (real === undefined) throw new Error(`"${agent}" cannot be run here.`);
  const { model, home, workspace, binaryPath, environment, leave } = await placeOf(agent, real);
  const trace = join(home, 'mcp-trace.txt');
  const world = realWorld<undefined>({
    agent,
    model,
    home,
    environment,
    workspace,
    scenarios: real.scenarios,
    factory: (started) => realFactory(agent, started),
    diesAsGroup: true,
    ...(real.keepsFiles === undefined ? {} : { keepsFiles: real.keepsFiles }),
  });
  return {
    ...workspace,
    ...world,
    config: { workspacePath: workspace.folder, binaryPath },
    otherModel: real.otherModel ?? 'fake-model',
    create: () => world.create(undefined),
    promptsSeen: () =>
      model.requests().flatMap((body) => {
        const seen = promptSeen(body);
        return seen === undefined ? [] : promptTaken(seen, home);
      }),
    mcp: {
      servers: { trace: { command: process.execPath, args: [mcpServer, trace] } },
      wasAsked: () => existsSync(trace) && readFileSync(trace, 'utf8').includes('tools/list'),
    },
    async close() {
      await world.end();
      await leave();
    },
    remembered: () => JSON.stringify(model.requests().at(-1) ?? {}).includes('play text'),
  };
}
