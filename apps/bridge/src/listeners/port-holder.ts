import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { runOnce } from '@collagility/adapters/process';

/** Who listens on a local port, in words for people: "node (pid 4711)". `undefined` where that cannot be seen. */
export async function portHolder(port: number): Promise<string | undefined> {
  if (process.platform === 'linux') return linuxHolder(port);
  if (process.platform === 'darwin') return lsofHolder(port);
  return undefined;
}

async function linuxHolder(port: number): Promise<string | undefined> {
  const tables = await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map(readOrEmpty));
  const inodes = new Set(tables.flatMap((table) => listeningInodes(table, port)));
  if (inodes.size === 0) return undefined;
  for (const pid of await listOrEmpty('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    for (const handle of await listOrEmpty(`/proc/${pid}/fd`)) {
      const target = await linkOrEmpty(`/proc/${pid}/fd/${handle}`);
      const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1];
      if (inode === undefined || !inodes.has(inode)) continue;
      return `${programName(await readOrEmpty(`/proc/${pid}/cmdline`))} (pid ${pid})`;
    }
  }
  return 'a program of another user';
}

/** "postgres", "node server.mjs", from the NUL-separated command line. */
export function programName(commandLine: string): string {
  const [program = '', script] = commandLine.split('\0');
  const name = basename(program) || 'a program';
  // An interpreter's name says nothing: the script is what people know.
  return script?.includes('/') ? `${name} ${basename(script)}` : name;
}

/** Inodes of the sockets that listen on the port, from the kernel's table. */
export function listeningInodes(table: string, port: number): string[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  return table.split('\n').flatMap((line) => {
    const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
    const isWanted = state === '0A' && local?.endsWith(`:${wanted}`) && inode !== undefined;
    return isWanted ? [inode] : [];
  });
}

async function lsofHolder(port: number): Promise<string | undefined> {
  const { stdout } = await runOnce('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'], {
    workspacePath: '/',
    timeoutMs: 2_000,
  });
  const pid = /^p(\d+)$/m.exec(stdout)?.[1];
  const name = /^c(.+)$/m.exec(stdout)?.[1];
  return pid === undefined ? undefined : `${name ?? 'a program'} (pid ${pid})`;
}

// Processes end while they are looked at, and those of other users are closed to us: both are "not seen".
const readOrEmpty = (path: string) => readFile(path, 'utf8').catch(() => '');
const listOrEmpty = (path: string) => readdir(path).catch((): string[] => []);
const linkOrEmpty = (path: string) => readlink(path).catch(() => '');
