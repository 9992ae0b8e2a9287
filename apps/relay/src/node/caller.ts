import type { IncomingMessage } from 'node:http';
import { isLoopback, networkOf } from '../address.ts';

/**
 * The network address that limits count by. Loopback is nobody in particular: a tunnel on this machine brings
 * everyone from there, so without a trusted header such sockets are not limited by address.
 */
export function callerOf(request: IncomingMessage, trustedHeader: string | undefined): string | undefined {
  if (trustedHeader !== undefined) {
    const value = request.headers[trustedHeader.toLowerCase()];
    const named = (typeof value === 'string' ? value : '').split(',').at(-1)?.trim() ?? '';
    if (named !== '') return networkOf(named);
  }
  const address = networkOf(request.socket.remoteAddress ?? '');
  return address === '' || isLoopback(address) ? undefined : address;
}
