import { X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningRelay, startNodeRelay } from '@collagility/relay/node';
import { BridgeError, systemErrorCode } from '../bridge-error.ts';
import type { RunOptions } from '../cli/options.ts';
import { type Exposure, exposureOf, lanAddress } from './exposure.ts';
import { onChosenPort } from './port.ts';
import { portHolder } from './port-holder.ts';

/** The guest listener: the page and the relay inside the bridge. */
export type GuestListener = {
  relay: RunningRelay;
  /** Where the host's own browser opens the page. */
  localPage: URL;
  /** Where guests open it, as far as this listener alone decides. */
  guestPage: URL;
  exposure: Exposure;
};

export type GuestListenerOptions = Pick<RunOptions, 'lan' | 'insecureLan' | 'tlsCert' | 'tlsKey'> & {
  /** `--port`. */
  askedPort: number | undefined;
  /** The port that the room's links name. */
  roomPort: number | undefined;
  otherRoomsPorts: ReadonlySet<number>;
  webRoot: string;
  /** Origin of the team's relay that the page is to dial. */
  pagesDial: string | undefined;
  /** Header in which our own tunnel names the caller. */
  trustProxyHeader: string | undefined;
};

/** Starts the guest listener on the room's port, or says who has that port. */
export async function openGuestListener(options: GuestListenerOptions): Promise<GuestListener> {
  if (!existsSync(join(options.webRoot, 's.html'))) {
    throw new BridgeError('setUp', 'page_missing', 'The page is not built, so nobody could join.', [
      'In a checkout run: npm start. Else install collagility-bridge again.',
    ]);
  }
  const exposure = exposureOf(options);
  const fixedPort = options.askedPort ?? options.roomPort;
  const start = (port: number): Promise<RunningRelay> =>
    startNodeRelay({
      host: exposure.host,
      port,
      beyondLoopback: exposure.isLan,
      webRoot: options.webRoot,
      storage: 'memory',
      isBridge: true,
      ...(exposure.tls === undefined ? {} : { tls: exposure.tls }),
      ...(options.pagesDial === undefined ? {} : { pagesDial: options.pagesDial }),
      ...(options.trustProxyHeader === undefined ? {} : { trustProxyHeader: options.trustProxyHeader }),
    });
  const starting =
    fixedPort === undefined ? onChosenPort(options.otherRoomsPorts, exposure.host, start) : start(fixedPort);
  const relay = await starting.catch(async (error: unknown) => {
    const code = systemErrorCode(error);
    if (code === 'EADDRINUSE' && fixedPort !== undefined) throw await portTaken(fixedPort, options);
    if (code === 'EACCES') {
      throw new BridgeError('notAllowed', 'port_closed', `Port ${fixedPort ?? 0} may not be used by your user.`, [
        'Name one above 1023: --port <number>',
      ]);
    }
    throw error;
  });
  const guestPage = new URL('/s', guestOrigin(relay, exposure));
  if (exposure.isLan) relay.allowAuthority(guestPage.host);
  const isPlain = exposure.tls === undefined;
  // On loopback the browser gives a page its full powers, also without TLS.
  const localPage = isPlain ? new URL(`http://127.0.0.1:${relay.port}/s`) : guestPage;
  return { relay, localPage, guestPage, exposure };
}

async function portTaken(port: number, { askedPort, roomPort }: GuestListenerOptions): Promise<BridgeError> {
  const holder = await portHolder(port);
  const by = holder === undefined ? '' : ` by ${holder}`;
  if (askedPort !== undefined) {
    return new BridgeError('busy', 'port_taken', `Port ${port} is taken${by}. Nothing was started.`, [
      'Name another one, or leave out --port.',
    ]);
  }
  return new BridgeError(
    'busy',
    'port_taken',
    `The room's links name port ${roomPort ?? port}, and that is taken${by}. The room is kept as it was.`,
    ['End that program and resume again, or use another port (links change): --resume --port <number>'],
  );
}

function guestOrigin(relay: RunningRelay, { isLan, tls }: Exposure): string {
  if (!isLan) return `http://127.0.0.1:${relay.port}`;
  const name = (tls === undefined ? undefined : nameInCertificate(tls.cert)) ?? lanAddress();
  if (name === undefined) {
    throw new BridgeError('unavailable', 'no_network', 'This machine has no address in a local network.', [
      'Leave out --lan, or use --tunnel.',
    ]);
  }
  return `${tls === undefined ? 'http' : 'https'}://${name}:${relay.port}`;
}

/** The first name in the certificate that others can dial: a link with another name would be refused by browsers. */
function nameInCertificate(pem: string): string | undefined {
  const names = new X509Certificate(pem).subjectAltName?.split(', ') ?? [];
  return names
    .flatMap((name) =>
      name.startsWith('DNS:')
        ? [name.slice('DNS:'.length)]
        : name.startsWith('IP Address:')
          ? [name.slice('IP Address:'.length)]
          : [],
    )
    .find((name) => !name.startsWith('*') && name !== 'localhost' && !name.startsWith('127.') && !name.includes('::'));
}
