import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** `plain` and `relay` are Node programs, `naive` and `durable` Workers. */
export type ServerKind = 'plain' | 'relay' | 'naive' | 'durable';
export type Usage = { cpuMicros: number; rssBytes: number };
export type ServerUnderLoad = {
  port: number;
  usage(): Promise<Usage>;
  /** Resident bytes once garbage is collected and its pages are given back; of the Node programs. */
  heldBytes(): Promise<number>;
  stop(): Promise<void>;
};

/** Starts the server in a process of its own. */
export async function startServer(kind: ServerKind, nodeFlags: readonly string[] = []): Promise<ServerUnderLoad> {
  const isWorker = kind === 'naive' || kind === 'durable';
  const program = fileURLToPath(new URL(isWorker ? './durable-server.ts' : './fanout-server.ts', import.meta.url));
  const child = fork(program, [kind], { execArgv: ['--expose-gc', ...nodeFlags] });
  // A row that fails must not leave it behind.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const ask = async (word: 'usage' | 'held'): Promise<Usage> => {
    child.send(word);
    const [usage] = (await once(child, 'message')) as [Usage];
    return usage;
  };
  return {
    port,
    usage: () => ask('usage'),
    heldBytes: async () => (await ask('held')).rssBytes,
    stop: async () => {
      process.off('exit', end);
      const ended = once(child, 'exit');
      // A Worker has a process below it to end.
      if (isWorker) child.send('end');
      else child.kill('SIGKILL');
      await ended;
    },
  };
}
