import { bridgeCommand } from '../bridge-command.ts';
import { isWorktreeName } from '../workspace/worktree.ts';
import type { CommandName, FlagName } from './flags.ts';
import { quoted } from './quoted.ts';
import { type FlagValues, misplacedFlag, readTokens } from './tokens.ts';

export type Network = { lan: boolean; insecureLan: boolean; tlsCert?: string; tlsKey?: string };
export type RunOptions = Network & {
  folder: string;
  agent?: string;
  model?: string;
  mode: 'ask' | 'act';
  name?: string;
  title?: string;
  /** `true`: the folder's last room. */
  resume?: string | true;
  openAnother: boolean;
  /** Generation that a newer copy of the room had. */
  recoverAbove?: number;
  endSurvivors: boolean;
  /** Name of the worktree that the agent works in. */
  worktree?: string;
  lobby: boolean;
  history: 'all' | 'from-now';
  port?: number;
  relay?: string;
  tunnel: boolean;
  json: boolean;
  open: boolean;
};

type WithData = { dataDir?: string };
export type Invocation = WithData &
  (
    | { command: 'help' }
    | { command: 'version' }
    | ({ command: 'run' } & RunOptions)
    | { command: 'doctor'; json: boolean; relay?: string }
    | { command: 'agents'; json: boolean }
    | { command: 'rooms'; json: boolean }
    | { command: 'rooms delete'; roomId: string; isSure: boolean }
    | ({ command: 'relay'; port?: number } & Network)
    | { command: 'relay use'; url: string }
  );
export type Parsed = { ok: true; invocation: Invocation } | { ok: false; message: string };

const laterCommands = ['export', 'join', 'plugins'];
const refuse = (message: string): Parsed => ({ ok: false, message });

/** Reads the command line; every refusal is one sentence for people. */
export function parseOptions(args: readonly string[]): Parsed {
  const read = readTokens(args);
  if (!read.ok) return read;
  const { flags, words } = read;
  const dataDir = text(flags, 'data-dir');
  const withData = dataDir === undefined ? {} : { dataDir };
  if (flags.help) return { ok: true, invocation: { command: 'help' } };
  if (flags.version) return { ok: true, invocation: { command: 'version' } };

  const [first, second, ...more] = words;
  if (first !== undefined && laterCommands.includes(first)) {
    return refuse(`\`${first}\` is not in this version yet. (A folder of that name: ./${first})`);
  }
  const command = commandOf(first, second);
  const misplaced = misplacedFlag(flags, command);
  if (misplaced !== undefined) return refuse(misplaced);
  const network = readNetwork(flags);
  if (!network.ok) return network;
  const port = readPort(flags);
  if (!port.ok) return port;

  switch (command) {
    case 'doctor':
    case 'agents':
      if (second !== undefined) return refuse(`\`${command}\` takes no further word (it got "${second}").`);
      return {
        ok: true,
        invocation: {
          ...withData,
          command,
          json: flags.json === true,
          ...(typeof flags.relay === 'string' && { relay: flags.relay }),
        },
      };
    case 'rooms':
      if (second !== undefined)
        return refuse(`\`rooms\` is followed by \`delete <roomId>\` or nothing (it got "${second}").`);
      return { ok: true, invocation: { ...withData, command, json: flags.json === true } };
    case 'rooms delete': {
      const [roomId, ...others] = more;
      if (roomId === undefined || others.length > 0)
        return refuse('`rooms delete` takes the id of one room; `rooms` lists them.');
      return { ok: true, invocation: { ...withData, command, roomId, isSure: flags.yes === true } };
    }
    case 'relay use': {
      const [url] = more;
      if (url === undefined)
        return refuse('`relay use` needs the address: relay use https://relay.example.com (or `none`).');
      return { ok: true, invocation: { ...withData, command, url } };
    }
    case 'relay':
      if (second !== undefined)
        return refuse(`\`relay\` is followed by \`use <url>\` or nothing (it got "${second}").`);
      return { ok: true, invocation: { ...withData, command, ...network.network, ...port.port } };
    case 'run':
      return parseRun(flags, words, { ...withData, ...network.network, ...port.port });
  }
}

function commandOf(first: string | undefined, second: string | undefined): CommandName {
  switch (first) {
    case 'doctor':
    case 'agents':
      return first;
    case 'rooms':
      return second === 'delete' ? 'rooms delete' : 'rooms';
    case 'relay':
      return second === 'use' ? 'relay use' : 'relay';
    default:
      return 'run';
  }
}

function parseRun(flags: FlagValues, words: string[], common: WithData & Network & { port?: number }): Parsed {
  const mode = flags.mode ?? 'ask';
  if (mode !== 'ask' && mode !== 'act') return refuse(`--mode is ask or act (it got "${mode}").`);
  const history = flags.history ?? 'all';
  if (history !== 'all' && history !== 'from-now') return refuse(`--history is all or from-now (it got "${history}").`);
  if (flags.lobby && flags['no-lobby']) return refuse('--lobby and --no-lobby exclude each other.');
  if (flags.relay !== undefined && flags.relay !== 'here' && (flags.tunnel || flags.lan)) {
    return refuse(
      `--relay and ${flags.tunnel ? '--tunnel' : '--lan'} exclude each other: each is a way to the bridge.`,
    );
  }
  if (flags.tunnel && flags.lan) return refuse('--tunnel and --lan exclude each other: each is a way to the bridge.');
  const resume = flags.resume;
  if (typeof resume === 'string' && !/^[0-9a-f]{1,32}$/i.test(resume))
    return refuse(
      `--resume takes the id of a room, and "${resume}" is none. The folder goes first: ${bridgeCommand(`${quoted(resume)} --resume`)}`,
    );
  if (flags.recover !== undefined && !/^\d{1,9}$/.test(String(flags.recover))) {
    return refuse(`--recover is the number that was reported (it got "${flags.recover}").`);
  }
  if (flags.recover !== undefined && resume === undefined) return refuse('--recover goes with --resume.');
  const worktree = flags.worktree === true ? 'work' : text(flags, 'worktree');
  if (worktree !== undefined && !isWorktreeName(worktree))
    return refuse(
      `--worktree takes a short name of letters, digits, dots and dashes (it got "${worktree}").${/[\\/~]/.test(worktree) ? ` The folder goes first: ${bridgeCommand(`${quoted(worktree)} --worktree`)}` : ''}`,
    );
  const folders = words;
  if (folders.length > 1)
    return refuse(`One folder at a time (it got ${folders.map((word) => `"${word}"`).join(', ')}).`);
  const optional = (name: FlagName) => text(flags, name);
  const [agent, model, name, title, relay] = [
    optional('agent'),
    optional('model'),
    optional('name'),
    optional('title'),
    optional('relay'),
  ];
  return {
    ok: true,
    invocation: {
      ...common,
      command: 'run',
      folder: folders[0] ?? '.',
      ...(agent === undefined ? {} : { agent }),
      ...(model === undefined ? {} : { model }),
      ...(name === undefined ? {} : { name }),
      ...(title === undefined ? {} : { title }),
      ...(relay === undefined ? {} : { relay }),
      ...(resume === undefined ? {} : { resume }),
      ...(flags.recover === undefined ? {} : { recoverAbove: Number(flags.recover) }),
      ...(worktree === undefined ? {} : { worktree }),
      mode,
      history,
      openAnother: flags.new === true,
      endSurvivors: flags['end-survivors'] === true,
      lobby: flags['no-lobby'] !== true,
      tunnel: flags.tunnel === true,
      json: flags.json === true,
      open: flags['no-open'] !== true && flags.json !== true,
    },
  };
}

function readNetwork(flags: FlagValues): { ok: true; network: Network } | { ok: false; message: string } {
  const tlsCert = text(flags, 'tls-cert');
  const tlsKey = text(flags, 'tls-key');
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    return { ok: false, message: '--tls-cert and --tls-key go together: name both files.' };
  }
  const lan = flags.lan === true || flags['insecure-lan'] === true;
  if (tlsCert !== undefined && !lan) return { ok: false, message: '--tls-cert and --tls-key are for --lan: add it.' };
  const files = tlsCert === undefined || tlsKey === undefined ? {} : { tlsCert, tlsKey };
  return { ok: true, network: { lan, insecureLan: flags['insecure-lan'] === true, ...files } };
}

function readPort(flags: FlagValues): { ok: true; port: { port?: number } } | { ok: false; message: string } {
  if (flags.port === undefined) return { ok: true, port: {} };
  const port = Number(flags.port);
  if (!/^\d{1,5}$/.test(String(flags.port)) || port > 65_535) {
    return { ok: false, message: `--port is a number up to 65535 (it got "${flags.port}").` };
  }
  return { ok: true, port: { port } };
}

function text(flags: FlagValues, name: FlagName): string | undefined {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
}
