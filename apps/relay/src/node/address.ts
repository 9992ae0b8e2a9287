import type { IncomingMessage } from 'node:http';

/**
 * The network address that limits count by. Loopback is nobody in particular: a tunnel on this machine brings
 * everyone from there, so without a trusted header such sockets are not limited by address.
 */
export function addressOf(request: IncomingMessage, trustedHeader: string | undefined): string | undefined {
  if (trustedHeader !== undefined) {
    const value = request.headers[trustedHeader.toLowerCase()];
    const named = (typeof value === 'string' ? value : '').split(',').at(-1)?.trim() ?? '';
    if (named !== '') return networkOf(named);
  }
  const address = networkOf(request.socket.remoteAddress ?? '');
  return address === '' || isLoopback(address) ? undefined : address;
}

/** IPv4 as it is, IPv6 by its /64: one household has billions of the rest. */
export function networkOf(address: string): string {
  const plain = address.toLowerCase().slice(0, 64);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (!plain.includes(':') || plain === '::1') return plain;
  const [head = '', tail] = plain.split('::', 2);
  const groups = head.split(':');
  if (tail !== undefined) while (groups.length < 4) groups.push('0');
  return `${groups.slice(0, 4).join(':')}::/64`;
}

export const isLoopback = (address: string): boolean => address === '::1' || /^127\./.test(address);
