import { createServer } from 'node:net';
import { systemErrorCode } from '../bridge-error.ts';

/** Easy to say; the next ones follow where rooms already have it. */
const firstPort = 4747;
const triedPorts = 20;

/** Can this process listen there? Only listening itself proves it for good; this is for choosing. */
export function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => {
      const code = systemErrorCode(error);
      if (code === 'EADDRINUSE' || code === 'EACCES') resolve(false);
      else reject(error);
    });
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** A port for a new room: none that another room's links name, so that each can be resumed where it was. 0: any. */
export async function choosePort(taken: ReadonlySet<number>, host: string): Promise<number> {
  for (let port = firstPort; port < firstPort + triedPorts; port += 1) {
    if (!taken.has(port) && (await isFree(port, host))) return port;
  }
  return 0;
}

/** Starts something on a chosen port. Another start may take it in the same moment; then the next one is chosen. */
export async function onChosenPort<T>(
  taken: ReadonlySet<number>,
  host: string,
  start: (port: number) => Promise<T>,
): Promise<T> {
  const lost = new Set(taken);
  for (;;) {
    const port = await choosePort(lost, host);
    try {
      return await start(port);
    } catch (error) {
      if (port === 0 || systemErrorCode(error) !== 'EADDRINUSE') throw error;
      lost.add(port);
    }
  }
}
