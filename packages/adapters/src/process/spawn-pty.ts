import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { AgentAdapterError } from '../errors.ts';
import type { TerminalSize } from '../port.ts';
import { endTree, type ProcessRecord, signal } from './end-tree.ts';
import { agentEnvironment } from './environment.ts';
import { loadPty, type PtyModule } from './load-pty.ts';
import { readStartTime } from './process-table.ts';
import { drained, watchLeader } from './spawn-agent.ts';

export type PtyProcessOptions = {
  command: string;
  /** Never user text. */
  arguments: readonly string[];
  workspacePath: string;
  environment?: Readonly<Record<string, string | undefined>>;
  extraEnvironment?: Readonly<Record<string, string>>;
  size: TerminalSize;
  onOutput(bytes: Buffer): void;
  /** After all output. */
  onExit(exit: { exitCode: number; signal?: number }): void;
  onStarted?(record: ProcessRecord): void;
  /** Default: the module as it is installed. */
  load?: () => Promise<PtyModule>;
};

/** A program that runs in a terminal of its own. */
export type PtyProcess = {
  readonly pid: number;
  write(text: string): void;
  resize(size: TerminalSize): void;
  /** The program's writes block while we do not read. */
  pause(): void;
  resume(): void;
  /** Hangs up, then ends the whole tree. Resolves with the pids that could not be ended. */
  end(options?: { graceMs?: number }): Promise<number[]>;
};

/** A shell ignores TERM and obeys a hang-up; what is left after this long is killed. */
const defaultGraceMs = 500;

/** Starts a program in a terminal. Rejects with AgentAdapterError where terminals or the program cannot be had. */
export async function spawnPty(options: PtyProcessOptions): Promise<PtyProcess> {
  const { spawn } = await (options.load ?? loadPty)();
  const mark = randomBytes(16).toString('hex');
  const env = agentEnvironment({
    source: options.environment ?? process.env,
    extra: { TERM: 'xterm-256color', COLORTERM: 'truecolor', ...options.extraEnvironment },
    workspacePath: options.workspacePath,
    mark,
  });
  let pty: ReturnType<PtyModule['spawn']>;
  try {
    pty = spawn(options.command, [...options.arguments], {
      name: 'xterm-256color',
      cols: options.size.columns,
      rows: options.size.rows,
      cwd: options.workspacePath,
      env,
      // Bytes: a character that is cut between two reads is put together by one decoder, ours.
      encoding: null,
    });
  } catch (error) {
    const message = `${options.command} could not be started in a terminal.`;
    throw new AgentAdapterError('PROCESS_CRASHED', message, { cause: error });
  }
  const { pid } = pty;
  readToTheEnd(pty);
  const forget = watchLeader(pid);
  const started = record();
  async function record(): Promise<ProcessRecord> {
    const found = { pid, startTime: (await readStartTime(pid)) ?? 'ended', mark, command: options.command };
    options.onStarted?.(found);
    return found;
  }
  let isGone = false;
  const gone = new Promise<void>((resolve) => {
    pty.onData((data) => options.onOutput(typeof data === 'string' ? Buffer.from(data) : data));
    pty.onExit(({ exitCode, signal: by }) => {
      isGone = true;
      forget();
      options.onExit({ exitCode, ...(by === undefined || by === 0 ? {} : { signal: by }) });
      resolve();
    });
  });
  return {
    pid,
    write: (text) => {
      if (!isGone) pty.write(text);
    },
    resize: ({ columns, rows }) => {
      if (!isGone) pty.resize(columns, rows);
    },
    pause: () => pty.pause(),
    resume: () => {
      if (!isGone) pty.resume();
    },
    async end({ graceMs = defaultGraceMs } = {}) {
      const found = await started;
      if (!isGone && process.platform !== 'win32') signal(-pid, 'SIGHUP');
      const left = await endTree(found, { graceMs });
      // A reader that is paused would never see the end.
      if (!isGone) pty.resume();
      if (left.length === 0) await gone;
      return left;
    },
  };
}

/**
 * The module closes the terminal 200 ms after the program's end, read or not: on a busy computer the last output would
 * be lost. It closes by itself when all was read; where something else still holds the terminal, after a silence.
 */
function readToTheEnd(pty: ReturnType<PtyModule['spawn']>): void {
  if (!('_socket' in pty) || !(pty._socket instanceof Readable)) return;
  const socket = pty._socket;
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error) => {
    socket.resume();
    void drained([socket]).then(() => destroy(error));
    return socket;
  };
}
