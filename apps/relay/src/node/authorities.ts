import { networkInterfaces } from 'node:os';

/**
 * The names under which this relay may be dialled, as `host[:port]` in lower case. A signature made for another name
 * is refused (CLG-20), and so is a request under another name: a relay in the middle could pass ours on as its own,
 * and it chooses the Host header that it sends.
 */
export class Authorities {
  readonly #names = new Set<string>();

  constructor(names: Iterable<string> = []) {
    for (const name of names) this.add(name);
  }

  add(name: string): void {
    this.#names.add(name.toLowerCase());
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }
}

/** What a listener answers to without being told: loopback's names, and this machine's own addresses if it is wider. */
export function ownNames(host: string, port: number): string[] {
  const hosts = new Set(['127.0.0.1', 'localhost', '[::1]']);
  const isWildcard = host === '0.0.0.0' || host === '::';
  if (isWildcard) {
    for (const { address, family } of Object.values(networkInterfaces()).flatMap((all) => all ?? [])) {
      hosts.add(family === 'IPv6' ? `[${address}]` : address);
    }
  } else hosts.add(host.includes(':') ? `[${host}]` : host);
  return [...hosts].map((name) => `${name}:${port}`);
}
