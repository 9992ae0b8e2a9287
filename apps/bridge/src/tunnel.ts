import { findBinary, type ProcessRecord, spawnAgent } from '@collagility/adapters/process';
import { BridgeError } from './bridge-error.ts';

/** cloudflared prints its address within a few seconds, or it will not. */
const addressWithinMs = 30_000;
const address = /https:\/\/[a-z0-9-]+\.trycloudflare\.com/;
/** Room for its banner; the address stands in the first lines. */
const maxKeptText = 64 * 1024;

export type Tunnel = {
  url: URL;
  /** Resolves when cloudflared has ended by itself. */
  ended: Promise<string>;
  close(): Promise<void>;
};

/** Starts the installed cloudflared in front of the guest listener and waits for its public address. */
export async function openTunnel(options: {
  port: number;
  workspacePath: string;
  env: Readonly<Record<string, string | undefined>>;
  onStarted(record: ProcessRecord): void;
  timeoutMs?: number;
}): Promise<Tunnel> {
  const found = findBinary('cloudflared', options.env);
  if (!found.ok) {
    throw new BridgeError(
      'unavailable',
      'cloudflared_missing',
      '--tunnel needs cloudflared, and it is not installed here.',
      [
        'Install it: https://developers.cloudflare.com/cloudflare-one/connections/connect-networks/downloads/',
        "Or use your team's relay: --relay https://relay.example.com",
      ],
    );
  }
  let text = '';
  let tell: (url: URL) => void = () => undefined;
  const told = new Promise<URL>((resolve) => {
    tell = resolve;
  });
  const read = (chunk: Buffer) => {
    text = (text + chunk.toString('utf8')).slice(-maxKeptText);
    const match = address.exec(text);
    if (match !== null) tell(new URL(match[0]));
  };
  const child = spawnAgent({
    command: found.command,
    arguments: [...found.prefixArguments, 'tunnel', '--no-autoupdate', '--url', `http://127.0.0.1:${options.port}`],
    workspacePath: options.workspacePath,
    environment: options.env,
    onStdout: read,
    onStderr: read,
    onStarted: options.onStarted,
  });
  const ended = child.exited.then((exit) =>
    exit.kind === 'not_started'
      ? exit.message
      : lastLine(exit.stderrTail) || `it ended with ${exit.code ?? exit.signal}`,
  );
  const timeout = new Promise<'late'>((resolve) => {
    setTimeout(() => resolve('late'), options.timeoutMs ?? addressWithinMs).unref();
  });
  const first = await Promise.race([told, timeout, ended]);
  if (first instanceof URL) return { url: first, ended, close: async () => void (await child.end()) };
  await child.end();
  const what = first === 'late' ? 'gave no address' : `ended: ${first}`;
  throw new BridgeError('unavailable', 'tunnel', `cloudflared was started and ${what}. The room is kept.`, [
    'Try again with --resume --tunnel, or without --tunnel on this computer only.',
  ]);
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.trim() ?? '';
