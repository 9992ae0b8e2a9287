import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openWorkspace } from '@collagility/fixtures/agents/claude/workspace.ts';
import type { ModelServer } from '../model-servers/scripted-http.ts';
import { startModel } from '../model-servers/start-model.ts';
import { agentsFolder, installed } from './installed.ts';
import type { RealAgent } from './real-agents.ts';

/** Where a real agent runs: a home of its own, dummy keys, a scripted model on loopback, and nothing else. */
export interface AcpPlace {
  model: ModelServer;
  home: string;
  workspace: ReturnType<typeof openWorkspace>;
  binaryPath: string;
  environment: Record<string, string>;
  leave(): Promise<void>;
}

const lasting = new Map<RealAgent, Promise<AcpPlace>>();

/** Where a server must run beside the agent, one place for all worlds of a test file; else one for each. */
export async function lastingPlace(agent: string, real: RealAgent): Promise<AcpPlace> {
  if (real.serve === undefined) return openPlace(agent, real);
  const opening = lasting.get(real) ?? openPlace(agent, real);
  lasting.set(real, opening);
  const place = await opening;
  place.model.startOver();
  return { ...place, leave: () => Promise.resolve() };
}

/** At the end of a test file. */
export async function leaveLastingPlaces(): Promise<void> {
  const places = await Promise.all(lasting.values());
  lasting.clear();
  await Promise.all(places.map((place) => place.leave()));
}

/** A place of its own. */
export async function openPlace(agent: string, real: RealAgent): Promise<AcpPlace> {
  const workspace = openWorkspace();
  const home = newHome(real);
  const model = await startModel[real.api]();
  real.prepare?.(model.url, home);
  const binaryPath = real.binary ?? installed(agent);
  const environment = {
    HOME: home,
    PATH: `${dirname(process.execPath)}:${dirname(binaryPath)}:/usr/bin:/bin`,
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    // Megabytes of JavaScript are compiled once per machine, not at each of the many starts.
    NODE_COMPILE_CACHE: join(agentsFolder, 'compile-cache'),
    ...real.environment(model.url, home),
  };
  const { folder } = workspace;
  const stopServing = await real.serve?.({ modelUrl: model.url, home, folder, binaryPath, environment });
  return {
    model,
    home,
    workspace,
    binaryPath,
    environment,
    async leave() {
      await stopServing?.();
      await model.close();
      workspace.remove();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function newHome({ homes = tmpdir() }: RealAgent): string {
  mkdirSync(homes, { recursive: true });
  return realpathSync(mkdtempSync(join(homes, 'clg-home-')));
}
