import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type ServerKind = 'plain' | 'relay';
export type Usage = { cpuMicros: number; rssBytes: number };
export type ServerUnderLoad = { port: number; usage(): Promise<Usage>; stop(): Promise<void> };

/** Starts `fanout-server.ts` in a process of its own. */
export async function startServer(kind: ServerKind, nodeFlags: readonly string[] = []): Promise<ServerUnderLoad> {
  const program = fileURLToPath(new URL('./fanout-server.ts', import.meta.url));
  const child = fork(program, [kind], { execArgv: ['--expose-gc', ...nodeFlags] });
  // A row that fails must not leave it behind.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    port,
    usage: async () => {
      child.send('usage');
      const [usage] = (await once(child, 'message')) as [Usage];
      return usage;
    },
    stop: async () => {
      process.off('exit', end);
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
