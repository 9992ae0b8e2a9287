import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { BridgeError } from '../bridge-error.ts';
import type { Network } from '../cli/options.ts';

export type Exposure = {
  /** Address to listen on. */
  host: string;
  tls?: { cert: string; key: string };
  isLan: boolean;
};

/** Where the guest listener may listen. Beyond loopback only with TLS, or where the user said that they go without. */
export function exposureOf(network: Network): Exposure {
  if (!network.lan) return { host: '127.0.0.1', isLan: false };
  if (network.tlsCert !== undefined && network.tlsKey !== undefined) {
    return { host: '0.0.0.0', isLan: true, tls: { cert: readPem(network.tlsCert), key: readPem(network.tlsKey) } };
  }
  if (network.insecureLan) return { host: '0.0.0.0', isLan: true };
  throw new BridgeError(
    'notAllowed',
    'lan_without_tls',
    'Nothing was opened: on the local network the page needs TLS, else anybody on it can change the page that handles the keys.',
    [
      'With a certificate: --lan --tls-cert cert.pem --tls-key key.pem',
      'Knowing that: --insecure-lan',
      'Or without the local network: --tunnel',
    ],
  );
}

/** Address of this machine in the local network, for the link. */
export function lanAddress(interfaces = networkInterfaces()): string | undefined {
  const all = Object.values(interfaces).flatMap((addresses) => addresses ?? []);
  return all.find(({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'))
    ?.address;
}

function readPem(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new BridgeError('noInput', 'tls_file', `The TLS file ${file} cannot be read.`, [], { cause });
  }
  if (!text.includes('-----BEGIN ')) {
    throw new BridgeError('noInput', 'tls_file', `${file} holds no PEM text (-----BEGIN …).`);
  }
  return text;
}
