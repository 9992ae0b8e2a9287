import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

type Pin = { packages: Record<string, string>; binary: string; registry?: 'pypi' };

const pins: Record<string, Pin> = JSON.parse(readFileSync(join(import.meta.dirname, 'agents.json'), 'utf8'));
const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
const versions: Record<string, string> = JSON.parse(process.env['AGENT_VERSIONS'] ?? '{}');

/** Where `npm run test:agents` puts real agents: once per machine, a folder for each version. */
export const agentsFolder = process.env['AGENTS_FOLDER'] ?? join(cache, 'collagility', 'test-agents');

export const pinnedVersionOf = (agent: string): string => Object.values(pinOf(agent).packages).join('+');

export const versionOf = (agent: string): string => versions[agent] ?? pinnedVersionOf(agent);

/** The installed program of an agent, or another file of its packages. */
export function installed(agent: string, path = pinOf(agent).binary): string {
  const machine = `${process.platform}-${process.arch}`;
  const place = pinOf(agent).registry === 'pypi' ? 'venv' : 'node_modules';
  return join(agentsFolder, agent, versionOf(agent), place, path.replace('{machine}', machine));
}

function pinOf(agent: string): Pin {
  const pin = pins[agent];
  if (pin === undefined) throw new Error(`agents.json pins no "${agent}".`);
  return pin;
}
