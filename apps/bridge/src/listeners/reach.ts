import type { ProcessRecord } from '@collagility/adapters/process';
import type { RunOptions } from '../cli/options.ts';
import { parseRelayUrl } from '../relay-link/relay-url.ts';
import type { DataDirectory } from '../rooms/data-directory.ts';
import { rememberedRelay } from '../rooms/settings.ts';
import { openTunnel, type Tunnel } from '../tunnel.ts';
import { type GuestListener, openGuestListener } from './guest-listener.ts';

/** How people get to the room: where pages are served, and which relay carries it. */
export type Reach = {
  port: number;
  /** The front of guests' links. */
  guestPage: URL;
  /** Where the host's own browser opens the page: always this machine. */
  localPage: URL;
  /** Origin that the bridge's own socket dials. */
  dialled: URL;
  /** Set where the dialled relay is our own listener with a certificate for another name. */
  ownCertificate?: string;
  /** For people and for `--json`. */
  relayText: string;
  relayName: string;
  reachText: string;
  isLocal: boolean;
  tunnelEnded?: Promise<string>;
  close(): Promise<void>;
};

export type ReachOptions = {
  options: RunOptions;
  data: DataDirectory;
  env: Readonly<Record<string, string | undefined>>;
  webRoot: string;
  workspacePath: string;
  roomPort: number | undefined;
  otherRoomsPorts: ReadonlySet<number>;
  onProcessStarted(record: ProcessRecord): void;
};

/** Opens the page's listener and whatever makes it reachable. */
export async function openReach(setup: ReachOptions): Promise<Reach> {
  const { options, env, data } = setup;
  const relayText =
    options.relay ?? (options.tunnel || options.lan ? 'here' : (env['COLLAGILITY_RELAY'] ?? rememberedRelay(data)));
  const relay =
    relayText === undefined || relayText === '' || relayText === 'here' ? undefined : parseRelayUrl(relayText);
  const listener = await openGuestListener({
    ...options,
    askedPort: options.port,
    roomPort: setup.roomPort,
    otherRoomsPorts: setup.otherRoomsPorts,
    webRoot: setup.webRoot,
    pagesDial: relay?.origin,
    trustProxyHeader: options.tunnel ? 'cf-connecting-ip' : undefined,
  });
  try {
    if (relay !== undefined) return teamRelay(listener, relay);
    if (options.tunnel) {
      const tunnel = await openTunnel({
        port: listener.relay.port,
        workspacePath: setup.workspacePath,
        env,
        onStarted: setup.onProcessStarted,
      });
      return tunnelled(listener, tunnel);
    }
    return embedded(listener);
  } catch (error) {
    await listener.relay.close();
    throw error;
  }
}

function embedded(listener: GuestListener): Reach {
  const { relay, guestPage, localPage, exposure } = listener;
  const scheme = exposure.tls === undefined ? 'http' : 'https';
  const insecure = exposure.isLan && exposure.tls === undefined;
  return {
    port: relay.port,
    guestPage,
    localPage,
    dialled: new URL(`${scheme}://127.0.0.1:${relay.port}`),
    ...(exposure.tls === undefined ? {} : { ownCertificate: exposure.tls.cert }),
    relayText: `inside this bridge, port ${relay.port}`,
    relayName: relay.url,
    reachText: exposure.isLan
      ? `everybody in the local network can open it${insecure ? ', and change the page on its way: no TLS' : ''}`
      : 'nobody outside can reach it; widen it: --tunnel, --lan or --relay <url>',
    isLocal: !exposure.isLan,
    close: () => relay.close(),
  };
}

function tunnelled(listener: GuestListener, tunnel: Tunnel): Reach {
  listener.relay.allowAuthority(tunnel.url.host);
  return {
    ...embedded(listener),
    guestPage: new URL('/s', tunnel.url),
    relayText: `inside this bridge, by cloudflared as ${tunnel.url.host}`,
    relayName: tunnel.url.origin,
    reachText: 'everybody who has the link can reach it',
    isLocal: false,
    tunnelEnded: tunnel.ended,
    async close() {
      await tunnel.close();
      await listener.relay.close();
    },
  };
}

function teamRelay(listener: GuestListener, relay: URL): Reach {
  const { ownCertificate: _none, ...own } = embedded(listener);
  return {
    ...own,
    guestPage: new URL('/s', relay),
    dialled: relay,
    relayText: relay.host,
    relayName: relay.origin,
    reachText: 'it forwards sealed messages and can read none of them',
    isLocal: relay.protocol === 'http:',
  };
}
