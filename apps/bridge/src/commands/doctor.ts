import { accessSync, constants, existsSync } from 'node:fs';
import { findBinary } from '@collagility/adapters/process';
import type { AgentAdapterRegistry, DetectedAgent } from '@collagility/adapters/registry';
import { bridgeCommand } from '../bridge-command.ts';
import { BridgeError } from '../bridge-error.ts';
import { proxyFor } from '../relay-link/proxy.ts';
import { parseRelayUrl } from '../relay-link/relay-url.ts';
import { describeError } from '../report-error.ts';
import type { DataDirectory } from '../rooms/data-directory.ts';
import { rememberedRelay } from '../rooms/settings.ts';
import { padEnd, width } from '../terminal/style.ts';
import { type Surroundings, writeLines } from './say.ts';

type Check = {
  what: string;
  state: 'ok' | 'missing' | 'broken';
  text: string;
  /** The exact command or step. */
  fix?: string;
};

const relayAnswersWithinMs = 5_000;
/** Every folder of PATH, for each missing program: `--json` tells it, a person would not find the rest. */
const placesTried = / Tried: .*$/s;

/** `doctor`: what is installed, logged in and reachable, and the command that fixes what is not. Resolves with "all well". */
export async function doctorCommand(
  registry: AgentAdapterRegistry,
  openData: () => DataDirectory,
  webRoot: string,
  { json, relay }: { json: boolean; relay?: string },
  surroundings: Surroundings,
): Promise<boolean> {
  const checks = await runChecks(registry, openData, webRoot, relay, surroundings);
  const { stdout, style } = surroundings;
  if (json)
    writeLines(
      stdout,
      checks.map((check) => JSON.stringify({ type: 'check', ...check })),
    );
  else {
    const signs = { ok: style.good('✓'), missing: style.quiet('–'), broken: style.bad('✗') };
    const column = Math.max(...checks.map(({ what }) => width(what))) + 2;
    const lines = checks.flatMap(({ what, state, text, fix }) => [
      `  ${signs[state]} ${style.bold(padEnd(what, column))}${text.replace(placesTried, '')}`,
      ...(fix === undefined ? [] : [`    ${' '.repeat(column)}${style.quiet(fix)}`]),
    ]);
    writeLines(stdout, ['', ...lines, '']);
  }
  return checks.every(({ state }) => state !== 'broken');
}

async function runChecks(
  registry: AgentAdapterRegistry,
  openData: () => DataDirectory,
  webRoot: string,
  relay: string | undefined,
  { env }: Surroundings,
): Promise<Check[]> {
  const detected = await registry.detectAll(env);
  // Agents that nobody has tried are told of where they are here; `agents` lists them all.
  const isWorthALine = ({ factory, detection }: DetectedAgent) =>
    detection.installed || factory.row.unproven === undefined;
  const agents = detected.filter(isWorthALine).map(({ factory, detection }): Check => {
    const fix = detection.fix === undefined ? {} : { fix: detection.fix };
    if (!detection.installed)
      return { what: factory.name, state: 'missing', text: detection.detail ?? 'not installed', ...fix };
    const version = detection.version ?? 'installed';
    if (detection.loggedIn === false)
      return { what: factory.name, state: 'broken', text: `${version}, not logged in`, ...fix };
    const login = detection.loggedIn === undefined ? '' : ', logged in';
    const note = detection.detail === undefined ? '' : `. ${detection.detail}`;
    return { what: factory.name, state: 'ok', text: `${version}${login}${note}`, ...fix };
  });
  const others = detected.length - agents.length;
  return [
    { what: 'Node', state: 'ok', text: process.versions.node },
    existsSync(webRoot)
      ? { what: 'Page', state: 'ok', text: 'built' }
      : {
          what: 'Page',
          state: 'broken',
          text: 'not built',
          fix: 'In a checkout: npm start. Else install collagility-bridge again.',
        },
    dataCheck(openData),
    ...agents,
    ...(others === 0
      ? []
      : [
          {
            what: 'More agents',
            state: 'missing' as const,
            text: `${others} more are known and not installed here; nobody has tried them with the real program`,
            fix: `All of them, and how to install them: ${bridgeCommand('agents')}`,
          },
        ]),
    tool('git', 'for diffs and branches', 'https://git-scm.com/downloads', env),
    tool(
      'cloudflared',
      'for --tunnel',
      'https://developers.cloudflare.com/cloudflare-one/connections/connect-networks/downloads/',
      env,
    ),
    await relayCheck(openData, env, relay),
  ];
}

function dataCheck(openData: () => DataDirectory): Check {
  try {
    const data = openData();
    accessSync(data.path, constants.W_OK);
    return { what: 'Rooms', state: 'ok', text: data.path };
  } catch (error) {
    return {
      what: 'Rooms',
      state: 'broken',
      text: describeError(error),
      fix: 'Name another folder: --data-dir <folder>',
    };
  }
}

function tool(name: string, use: string, where: string, env: Surroundings['env']): Check {
  const found = findBinary(name, env);
  if (found.ok) return { what: name, state: 'ok', text: `installed, ${use}` };
  return { what: name, state: 'missing', text: `not installed, ${use}`, fix: where };
}

/** `asked`: the one of `--relay`, else the one that a start would take. */
async function relayCheck(
  openData: () => DataDirectory,
  env: Surroundings['env'],
  asked: string | undefined,
): Promise<Check> {
  let text: string | undefined;
  try {
    text = asked ?? env['COLLAGILITY_RELAY'] ?? rememberedRelay(openData());
  } catch (error) {
    if (!(error instanceof BridgeError)) throw error;
    return { what: 'Relay', state: 'broken', text: error.message, fix: error.next.join(' ') };
  }
  if (!text || text === 'here') return { what: 'Relay', state: 'ok', text: 'the one inside the bridge' };
  const fix =
    asked === undefined
      ? `Check the address, or leave it: ${bridgeCommand('relay use none')}`
      : 'Check the address, or leave --relay out.';
  try {
    const relay = parseRelayUrl(text);
    const proxy = proxyFor(relay, env);
    if (proxy !== undefined)
      return { what: 'Relay', state: 'ok', text: `${relay.host}, by the proxy ${proxy.host} (not tried)` };
    const response = await fetch(new URL('/healthz', relay), { signal: AbortSignal.timeout(relayAnswersWithinMs) });
    if (response.ok) return { what: 'Relay', state: 'ok', text: `${relay.host} answers` };
    return { what: 'Relay', state: 'broken', text: `${relay.host} answers with HTTP ${response.status}`, fix };
  } catch (error) {
    return { what: 'Relay', state: 'broken', text: `${text}: ${describeError(error)}`, fix };
  }
}
