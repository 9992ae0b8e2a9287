import type { DetectedAgent } from '@collagility/adapters/registry';
import { firstHealthy } from '@collagility/adapters/registry';
import { bridgeCommand } from './bridge-command.ts';
import { BridgeError } from './bridge-error.ts';
import { nearest } from './cli/nearest.ts';
import { quoted } from './cli/quoted.ts';

/** The demo agent: always there, never taken by itself while a real one is healthy. */
const demoProvider = 'mock';

export type Choice = { chosen: DetectedAgent /** For people: why this one. */; why: string; others: DetectedAgent[] };
type Ask = (question: string, agents: DetectedAgent[]) => Promise<DetectedAgent>;

export type ChooseOptions = {
  detected: DetectedAgent[];
  wanted: string | undefined;
  /** The room's agent where a room is resumed. */
  before?: string;
  /** Absent without a terminal. */
  ask?: Ask;
};

/** Which agent is shared: the one asked for, else the room's, else the person's choice, else the first healthy one, else the demo. */
export async function chooseAgent({ detected, wanted, before, ask }: ChooseOptions): Promise<Choice> {
  const result = (chosen: DetectedAgent, why: string): Choice => ({
    chosen,
    why,
    others: detected.filter((agent) => agent !== chosen && isHealthy(agent) && mayBeOffered(agent)),
  });
  if (wanted !== undefined) return result(find(detected, wanted), 'asked for by --agent');
  if (before !== undefined) return result(mustNotNeedAWord(find(detected, before)), "the room's agent so far");
  const real = detected.filter((agent) => agent.factory.provider !== demoProvider && mayBeOffered(agent));
  const healthy = real.filter(isHealthy);
  const [first, second] = healthy;
  if (first !== undefined && second !== undefined && ask !== undefined) {
    return result(await ask('Which agent do you want to share?', healthy), 'chosen here');
  }
  if (first !== undefined)
    return result(first, second === undefined ? 'the one found here' : 'the first healthy one found here');
  const demo = detected.find((agent) => agent.factory.provider === demoProvider);
  if (demo === undefined) {
    throw new BridgeError('unavailable', 'no_agent', 'No agent was found on this machine.', fixesOf(real));
  }
  const loggedOut = real.find((agent) => agent.detection.installed);
  const reason =
    loggedOut === undefined
      ? 'no coding agent was found here, so this is a demo'
      : `${loggedOut.factory.name} is not logged in (${loggedOut.detection.fix ?? 'log in first'}), so this is a demo`;
  return result(demo, reason);
}

function find(detected: DetectedAgent[], wanted: string): DetectedAgent {
  const found = detected.find((agent) => agent.factory.provider === wanted);
  if (found === undefined) {
    const known = detected.map((agent) => agent.factory.provider);
    const near = nearest(wanted, known);
    const hint = near === undefined ? `Known: ${known.join(', ')}.` : `Did you mean ${near}?`;
    throw new BridgeError('usage', 'unknown_agent', `There is no agent "${wanted}". ${hint}`, [
      `See them: ${bridgeCommand('agents')}`,
    ]);
  }
  const { detection, factory } = found;
  const fix = detection.fix === undefined ? [] : [`Fix it: ${detection.fix}`];
  if (!detection.installed) {
    throw new BridgeError(
      'unavailable',
      'agent_missing',
      `${detection.detail ?? `${factory.name} is not installed here.`} Nothing was started.`,
      fix,
    );
  }
  if (detection.loggedIn === false) {
    throw new BridgeError(
      'unavailable',
      'agent_logged_out',
      `${factory.name} is not logged in. Nothing was started.`,
      fix,
    );
  }
  return found;
}

/** What shares more than an agent is the host's to name, each time. */
const mayBeOffered = ({ factory }: DetectedAgent) => factory.onlyByName !== true;

function mustNotNeedAWord(agent: DetectedAgent): DetectedAgent {
  if (mayBeOffered(agent)) return agent;
  const { name, provider } = agent.factory;
  throw new BridgeError(
    'usage',
    'say_it_again',
    `This room shared ${name}: whoever may type in it does so as you. It is not shared again unless you say so. Nothing was started.`,
    [`Share it again: add --agent ${quoted(provider)}`],
  );
}

const isHealthy = (agent: DetectedAgent) => firstHealthy([agent]) !== undefined;
const fixesOf = (agents: DetectedAgent[]) =>
  agents.flatMap(({ factory, detection }) =>
    detection.fix === undefined ? [] : [`${factory.name}: ${detection.fix}`],
  );
