import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startNodeRelay } from '@collagility/relay/node';
import { bridgeCommand } from '../bridge-command.ts';
import { BridgeError, systemErrorCode } from '../bridge-error.ts';
import type { Network } from '../cli/options.ts';
import { exposureOf } from '../listeners/exposure.ts';
import { portHolder } from '../listeners/port-holder.ts';
import { parseRelayUrl } from '../relay-link/relay-url.ts';
import type { DataDirectory } from '../rooms/data-directory.ts';
import { rememberRelay } from '../rooms/settings.ts';
import { type Surroundings, writeLines } from './say.ts';

/** The port that a team's relay has when none is named. */
const relayPort = 8787;

/** `relay`: a stand-alone relay on Node, for a team without Cloudflare. Runs until `stopped` resolves. */
export async function relayCommand(
  options: Network & { port?: number },
  data: DataDirectory,
  webRoot: string,
  { stdout, env }: Surroundings,
  stopped: Promise<void>,
): Promise<void> {
  const exposure = exposureOf(options);
  const port = options.port ?? relayPort;
  const names = (env['COLLAGILITY_RELAY_NAMES'] ?? '').split(',').filter((name) => name !== '');
  const relay = await startNodeRelay({
    host: exposure.host,
    port,
    beyondLoopback: exposure.isLan,
    ...(exposure.tls === undefined ? {} : { tls: exposure.tls }),
    ...(existsSync(webRoot) ? { webRoot } : {}),
    storage: { file: join(data.path, 'relay.db') },
    allowedAuthorities: names,
    metrics: true,
    log: (line) => process.stderr.write(`${JSON.stringify(line)}\n`),
  }).catch(async (error: unknown) => {
    if (systemErrorCode(error) !== 'EADDRINUSE') throw error;
    const holder = await portHolder(port);
    throw new BridgeError(
      'busy',
      'port_taken',
      `Port ${port} is taken${holder === undefined ? '' : ` by ${holder}`}.`,
      [`Name another one: ${bridgeCommand('relay --port <number>')}`],
    );
  });
  writeLines(stdout, [
    `Relay on ${relay.url}`,
    exposure.isLan
      ? 'Reachable in the local network.'
      : 'Reachable from this computer only; put a TLS proxy before it, or use --lan.',
    ...(names.length === 0
      ? ['Names it answers to beside its addresses: COLLAGILITY_RELAY_NAMES=relay.example.com']
      : []),
    'Ctrl+C ends it. Rooms live on the hosts; nothing of them is kept here.',
  ]);
  await stopped;
  await relay.close();
}

/** `relay use <url>`: remembers the team's relay. */
export function relayUseCommand(url: string, data: DataDirectory, { stdout }: Surroundings): void {
  if (url === 'none' || url === 'here') {
    rememberRelay(data, undefined);
    writeLines(stdout, ['From now on links go through the relay inside the bridge.']);
    return;
  }
  const relay = parseRelayUrl(url, [
    'Nothing was changed: links go where they went before.',
    `Give it like this: ${bridgeCommand('relay use https://relay.example.com')} (or "none" for the relay inside the bridge)`,
  ]);
  rememberRelay(data, relay.origin);
  writeLines(stdout, [`From now on links go through ${relay.origin}. Once without it: --relay here`]);
}
