import { StringDecoder } from 'node:string_decoder';
import { type Fields, listAt, numberAt, objectsAt, textAt } from '../../fields.ts';
import { rpcCodes } from '../../json-rpc.ts';
import { type AgentProcess, type ProcessExit, type ProcessRecord, spawnAgent } from '../../process/index.ts';
import { confine } from './confine.ts';
import type { Served } from './files.ts';

/** Kept of a command's output where the agent names no limit, and at most. */
const defaultKeptBytes = 1024 * 1024;
const maxKeptBytes = 16 * 1024 * 1024;
/** More open commands than this is a fault of the agent. */
const maxOpen = 64;

/** `command` as a shell would take it; `env` is what the agent adds to the environment. */
export type Run = { command: string; cwd: string; env: Readonly<Record<string, string>> };

export interface TerminalsOptions {
  workspacePath: string;
  environment: Readonly<Record<string, string | undefined>>;
  graceMs: number;
  /** Whether this command may run: it was allowed in this turn, or is asked now. */
  mayRun(run: Run, line: string): Promise<boolean>;
  onOutput(terminalId: string, text: string): void;
  onExit(terminalId: string): void;
  onStarted?(record: ProcessRecord): void;
}

interface Terminal {
  process: AgentProcess;
  kept: Buffer[];
  keptBytes: number;
  limitBytes: number;
  isTruncated: boolean;
  exit?: { exitCode: number | null; signal: string | null };
  exited: Promise<{ exitCode: number | null; signal: string | null }>;
}

/** The commands that the bridge runs for the agent, so that their output is live and their end is ours. */
export class Terminals {
  readonly #options: TerminalsOptions;
  readonly #open = new Map<string, Terminal>();
  #count = 0;

  constructor(options: TerminalsOptions) {
    this.#options = options;
  }

  /** `line` is the request as it came. */
  async serve(method: string, params: Fields, line: string): Promise<Served> {
    if (method === 'terminal/create') return this.#create(params, line);
    const terminalId = textAt(params, 'terminalId') ?? '';
    const terminal = this.#open.get(terminalId);
    if (terminal === undefined) return refused('There is no such terminal.');
    switch (method) {
      case 'terminal/output':
        return { ok: true, result: outputOf(terminal) };
      case 'terminal/wait_for_exit':
        return { ok: true, result: await terminal.exited };
      case 'terminal/kill':
        await terminal.process.end({ graceMs: this.#options.graceMs });
        return { ok: true, result: {} };
      case 'terminal/release':
        this.#open.delete(terminalId);
        await terminal.process.end({ graceMs: this.#options.graceMs });
        return { ok: true, result: {} };
      default:
        return { ok: false, error: { code: rpcCodes.methodNotFound, message: 'Not supported by this client.' } };
    }
  }

  exitOf(terminalId: string): { exitCode: number | null; signal: string | null } | undefined {
    return this.#open.get(terminalId)?.exit;
  }

  /** After a cancel the agent forgets its terminals; they are ended here. */
  async endAll(): Promise<void> {
    const { graceMs } = this.#options;
    await Promise.all([...this.#open.values()].map((terminal) => terminal.process.end({ graceMs })));
  }

  /** Some agents never release a command that ended, others forget all of a cancelled turn: the oldest make room. */
  #hasRoom(): boolean {
    for (const [terminalId, { exit }] of this.#open) {
      if (this.#open.size < maxOpen) break;
      if (exit !== undefined) this.#open.delete(terminalId);
    }
    return this.#open.size < maxOpen;
  }

  async #create(params: Fields, line: string): Promise<Served> {
    const command = textAt(params, 'command') ?? '';
    const args = listAt(params, 'args').filter((value) => typeof value === 'string');
    if (command.trim() === '') return refused('There is no command.');
    if (!this.#hasRoom()) return refused('Too many commands are open.');
    const place = await confine(textAt(params, 'cwd') ?? this.#options.workspacePath, this.#options.workspacePath);
    if (!place.ok) return refused(place.message);
    const shown = [command, ...args.map(quoted)].join(' ');
    const env = environmentOf(params);
    if (!(await this.#options.mayRun({ command: shown, cwd: place.path, env }, line)))
      return refused('The people in this session did not allow this.');
    this.#count += 1;
    const terminalId = `terminal-${this.#count}`;
    this.#start(terminalId, command, args, place.path, env, params);
    return { ok: true, result: { terminalId } };
  }

  #start(
    terminalId: string,
    command: string,
    args: string[],
    cwd: string,
    extraEnvironment: Readonly<Record<string, string>>,
    params: Fields,
  ): void {
    const isWindows = process.platform === 'win32';
    const shell = isWindows ? ['cmd.exe', '/d', '/s', '/c', command] : ['bash', '-c', command];
    // Without arguments the whole is one line for a shell; with them it is a program.
    const [program = command, ...rest] = args.length === 0 ? shell : [command, ...args];
    const tell = (text: string) => {
      if (text !== '') this.#options.onOutput(terminalId, text);
    };
    // A read may end inside a character; each stream has its own half.
    const decoders = [new StringDecoder('utf8'), new StringDecoder('utf8')] as const;
    const listenerOf = (decoder: StringDecoder) => (chunk: Buffer) => {
      keep(terminal, chunk);
      tell(decoder.write(chunk));
    };
    const child = spawnAgent({
      command: program,
      arguments: rest,
      workspacePath: cwd,
      environment: this.#options.environment,
      extraEnvironment,
      onStdout: listenerOf(decoders[0]),
      onStderr: listenerOf(decoders[1]),
      ...(this.#options.onStarted === undefined ? {} : { onStarted: this.#options.onStarted }),
    });
    // Nobody types into it: a program that reads gets the end.
    child.closeInput();
    const limitBytes = Math.min(numberAt(params, 'outputByteLimit') ?? defaultKeptBytes, maxKeptBytes);
    const terminal: Terminal = {
      process: child,
      kept: [],
      keptBytes: 0,
      limitBytes,
      isTruncated: false,
      exited: child.exited.then((exit) => {
        terminal.exit = exitOf(exit, terminal);
        for (const decoder of decoders) tell(decoder.end());
        this.#options.onExit(terminalId);
        // What it left behind in the background goes with it.
        void child.end({ graceMs: this.#options.graceMs });
        return terminal.exit;
      }),
    };
    this.#open.set(terminalId, terminal);
  }
}

function exitOf(exit: ProcessExit, terminal: Terminal): { exitCode: number | null; signal: string | null } {
  if (exit.kind === 'exited') return { exitCode: exit.code, signal: exit.signal };
  keep(terminal, Buffer.from(exit.message));
  return { exitCode: 127, signal: null };
}

function keep(terminal: Terminal, chunk: Buffer): void {
  terminal.kept.push(chunk);
  terminal.keptBytes += chunk.length;
  while (terminal.keptBytes > terminal.limitBytes) {
    const first = terminal.kept[0];
    if (first === undefined) return;
    const excess = terminal.keptBytes - terminal.limitBytes;
    terminal.isTruncated = true;
    if (first.length <= excess) {
      terminal.kept.shift();
      terminal.keptBytes -= first.length;
    } else {
      terminal.kept[0] = first.subarray(excess);
      terminal.keptBytes -= excess;
    }
  }
}

function outputOf(terminal: Terminal): Fields {
  // A character cut at the front shows as U+FFFD; the protocol wants whole ones.
  const output = Buffer.concat(terminal.kept).toString('utf8');
  return {
    output: terminal.isTruncated ? output.replace(/^\uFFFD+/, '') : output,
    truncated: terminal.isTruncated,
    ...(terminal.exit === undefined ? {} : { exitStatus: terminal.exit }),
  };
}

const refused = (message: string): Served => ({ ok: false, error: { code: rpcCodes.invalidParams, message } });

const environmentOf = (params: Fields): Record<string, string> =>
  Object.fromEntries(
    objectsAt(params, 'env').map((entry) => [textAt(entry, 'name') ?? '', textAt(entry, 'value') ?? '']),
  );

/** A word that stays one word when it is read as a line. */
const quoted = (word: string): string => (/^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
