import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { execa } from 'execa';
import { endTree, type ProcessRecord, signal } from './end-tree.ts';
import { agentEnvironment } from './environment.ts';
import { readStartTime } from './process-table.ts';
import { createTail } from './tail.ts';

/** Enough for a stack trace and its message. */
const stderrTailBytes = 16 * 1024;

export interface AgentProcessOptions {
  command: string;
  /** Flags only. User text never stands here: it may look like a flag, and the system limits its size. */
  arguments: readonly string[];
  workspacePath: string;
  /** The environment to build the agent's from. */
  environment?: Readonly<Record<string, string | undefined>>;
  extraEnvironment?: Readonly<Record<string, string>>;
  onStdout(chunk: Buffer): void;
  /** For diagnostics; the end of it is kept for the exit anyway. */
  onStderr?(chunk: Buffer): void;
  /** Once, as soon as the process lives: what the bridge must keep to find it after a `kill -9`. */
  onStarted?(record: ProcessRecord): void;
}

export type ProcessExit =
  | { kind: 'exited'; code: number | null; signal: NodeJS.Signals | null; stderrTail: string }
  /** `folderGone`: the system says ENOENT of the folder to work in as it does of the program. */
  | { kind: 'not_started'; errorCode: string; message: string; folderGone?: true };

export type WriteOutcome = { ok: true } | { ok: false; reason: 'input_closed'; message: string };

/** One running agent. */
export interface AgentProcess {
  readonly pid: number | undefined;
  /** Resolves when the operating system took the bytes whole. Never rejects. */
  write(text: string): Promise<WriteOutcome>;
  closeInput(): void;
  /** To the agent alone, not to what it started. */
  interrupt(): boolean;
  /** Resolves when the process has ended, though a grandchild may still hold its output open. Never rejects. */
  readonly exited: Promise<ProcessExit>;
  /** Resolves with the pids that could not be ended; what the process printed before its end was delivered. */
  end(options?: { graceMs?: number }): Promise<number[]>;
  stderrTail(): string;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Groups to end when our own process ends without having ended them. */
const livingLeaders = new Set<number>();
let exitHookIsSet = false;

/** Starts an agent in a process group of its own. A failure to start is an exit, not a throw. */
export function spawnAgent(options: AgentProcessOptions): AgentProcess {
  const mark = randomBytes(16).toString('hex');
  const subprocess = execa(options.command, [...options.arguments], {
    cwd: options.workspacePath,
    env: agentEnvironment({
      source: options.environment ?? process.env,
      ...(options.extraEnvironment === undefined ? {} : { extra: options.extraEnvironment }),
      workspacePath: options.workspacePath,
      mark,
    }),
    extendEnv: false,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    buffer: false,
    reject: false,
    detached: process.platform !== 'win32',
    windowsHide: true,
    stripFinalNewline: false,
  });
  const { pid, stdin, stdout, stderr, nodeChildProcess: child } = subprocess;
  const stderrTail = createTail(stderrTailBytes);
  let inputError: string | undefined;
  // The child may end before it reads. Without a listener that error would end the whole bridge.
  stdin.on('error', (error: Error) => {
    inputError = error.message;
  });
  stdout.on('data', options.onStdout);
  stderr.on('data', (chunk: Buffer) => {
    stderrTail.push(chunk);
    options.onStderr?.(chunk);
  });
  for (const stream of [stdout, stderr]) stream.on('error', () => stream.destroy());

  const command = options.command;
  const started: Promise<ProcessRecord | undefined> = pid === undefined ? Promise.resolve(undefined) : record(pid);
  async function record(livingPid: number): Promise<ProcessRecord> {
    const found = { pid: livingPid, startTime: (await readStartTime(livingPid)) ?? 'ended', mark, command };
    options.onStarted?.(found);
    return found;
  }

  const exited = new Promise<ProcessExit>((resolve) => {
    if (pid === undefined) {
      void subprocess.then((result) =>
        resolve({
          kind: 'not_started',
          ...(isFolder(options.workspacePath) ? {} : { folderGone: true as const }),
          errorCode: result.code ?? 'UNKNOWN',
          message: result.originalMessage ?? result.shortMessage ?? 'The program could not be started.',
        }),
      );
      return;
    }
    watchLeader(pid);
    child.once('exit', (code, signalName) => {
      // What was printed before the end is in the pipe: let it be read first, but never wait for a grandchild.
      void drained([stdout, stderr]).then(() =>
        resolve({ kind: 'exited', code, signal: signalName, stderrTail: stderrTail.text() }),
      );
    });
  });

  return {
    pid,
    write: (text) =>
      new Promise((resolve) => {
        if (pid === undefined || inputError !== undefined || !stdin.writable) {
          resolve({ ok: false, reason: 'input_closed', message: inputError ?? 'The input is closed.' });
          return;
        }
        stdin.write(text, (error) =>
          resolve(error ? { ok: false, reason: 'input_closed', message: error.message } : { ok: true }),
        );
      }),
    closeInput: () => void stdin.end(),
    interrupt: () => pid !== undefined && child.exitCode === null && signal(pid, 'SIGINT'),
    exited,
    async end(endOptions) {
      const found = await started;
      if (found === undefined) return [];
      const left = await endTree(found, endOptions);
      await exited;
      for (const stream of [stdin, stdout, stderr]) stream.destroy();
      livingLeaders.delete(found.pid);
      return left;
    },
    stderrTail: () => stderrTail.text(),
  };
}

/** Silence after the exit that ends the wait for the rest of the output: with a grandchild on the pipe it never closes. */
const drainSilenceMs = 50;

/** Resolves when what waits in these was read, at the latest after a silence. */
export function drained(streams: readonly Readable[]): Promise<void> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout;
    let arrived = false;
    const onData = () => {
      arrived = true;
    };
    const watch = () => {
      arrived = false;
      timer = setTimeout(() => {
        // A busy loop runs a late timer before it reads what waits in the pipe: let it read once more.
        setImmediate(() => setImmediate(() => (arrived ? watch() : finish())));
      }, drainSilenceMs);
    };
    const finish = () => {
      clearTimeout(timer);
      for (const stream of streams) stream.off('data', onData);
      resolve();
    };
    for (const stream of streams) stream.on('data', onData);
    watch();
    void Promise.all(
      streams.map((stream) => (stream.closed ? undefined : new Promise((closed) => stream.once('close', closed)))),
    ).then(finish);
  });
}

/** Until the returned function is called, this group is ended when our own process ends. */
export function watchLeader(pid: number): () => void {
  livingLeaders.add(pid);
  setExitHook();
  return () => void livingLeaders.delete(pid);
}

function setExitHook(): void {
  if (exitHookIsSet || process.platform === 'win32') return;
  exitHookIsSet = true;
  // Last resort on a crash of ours: nothing asynchronous runs here any more.
  process.once('exit', () => {
    for (const leader of livingLeaders) signal(-leader, 'SIGKILL');
  });
}
