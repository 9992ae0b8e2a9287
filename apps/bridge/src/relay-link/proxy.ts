import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { BridgeError } from '../bridge-error.ts';
import { isLoopback } from './relay-url.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The longest answer of a proxy that is read before the tunnel stands. */
const maxAnswerBytes = 16 * 1024;

/** The proxy that the environment names for this address; `undefined` for a direct way. Loopback is never proxied. */
export function proxyFor(target: URL, env: Environment): URL | undefined {
  if (isLoopback(target.hostname)) return undefined;
  const isSecure = target.protocol === 'wss:' || target.protocol === 'https:';
  const read = (name: string) => env[name.toLowerCase()] || env[name];
  const text = (isSecure ? read('HTTPS_PROXY') : read('HTTP_PROXY')) || read('ALL_PROXY');
  if (!text || isExcepted(target, read('NO_PROXY') ?? '')) return undefined;
  const withScheme = text.includes('://') ? text : `http://${text}`;
  const proxy = URL.canParse(withScheme) ? new URL(withScheme) : undefined;
  if (proxy?.protocol === 'http:' || proxy?.protocol === 'https:') return proxy;
  throw new BridgeError(
    'unavailable',
    'proxy_kind',
    `The proxy of this environment (${proxy === undefined ? 'unreadable' : proxy.protocol.slice(0, -1)}) is of a kind that the bridge cannot use.`,
    ['Set HTTPS_PROXY to an http proxy, or put the relay into NO_PROXY'],
  );
}

/** NO_PROXY: names, their subdomains, with or without a port, or * for all. */
function isExcepted(target: URL, list: string): boolean {
  const port = target.port || (target.protocol === 'wss:' || target.protocol === 'https:' ? '443' : '80');
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = '', onlyPort] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
      const suffix = name.replace(/^\*?\./, '');
      const hasName = target.hostname === suffix || target.hostname.endsWith(`.${suffix}`);
      return hasName && (onlyPort === undefined || onlyPort === port);
    });
}

/** Opens a tunnel through the proxy by CONNECT; an error names the proxy, never its password. */
export function openTunnel(proxy: URL, target: URL, timeoutMs: number): Promise<Socket> {
  const host = `${target.hostname}:${target.port || (target.protocol === 'ws:' ? 80 : 443)}`;
  const fail = (what: string, next: string, cause?: unknown) =>
    new BridgeError(
      'unavailable',
      'proxy',
      `The relay ${target.host} is behind the proxy ${proxy.host}, and ${what}.`,
      [next, `Or go past the proxy: NO_PROXY=${target.hostname}`],
      cause === undefined ? undefined : { cause },
    );
  return new Promise((resolve, reject) => {
    const isSecure = proxy.protocol === 'https:';
    const where = { host: proxy.hostname, port: Number(proxy.port || (isSecure ? 443 : 80)) };
    const socket = isSecure ? connectTls({ ...where, servername: proxy.hostname }) : connectTcp(where);
    let answer = Buffer.alloc(0);
    const end = (error: BridgeError) => {
      socket.destroy();
      reject(error);
    };
    socket.setTimeout(timeoutMs, () => end(fail('it did not answer', 'Check HTTPS_PROXY.')));
    socket.on('error', (cause) => end(fail(`it cannot be reached (${cause.message})`, 'Check HTTPS_PROXY.', cause)));
    socket.on('close', () => end(fail('it closed the connection', 'Check HTTPS_PROXY.')));
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      const login = decodeURIComponent(`${proxy.username}:${proxy.password}`);
      const authorization = proxy.username
        ? `Proxy-Authorization: Basic ${Buffer.from(login).toString('base64')}\r\n`
        : '';
      socket.write(`CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n${authorization}\r\n`);
    });
    const onData = (chunk: Buffer) => {
      answer = Buffer.concat([answer, chunk]);
      const headEnd = answer.indexOf('\r\n\r\n');
      if (headEnd < 0) {
        if (answer.length > maxAnswerBytes) end(fail('it does not speak HTTP', 'Check HTTPS_PROXY.'));
        return;
      }
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(answer.toString('latin1', 0, headEnd))?.[1];
      if (status === '407')
        return end(fail('it wants a login', `Put it into HTTPS_PROXY: http://user:password@${proxy.host}`));
      if (status !== '200') return end(fail(`it refused the way (HTTP ${status ?? '?'})`, 'Ask who runs the proxy.'));
      socket.off('data', onData);
      socket.removeAllListeners('error');
      socket.removeAllListeners('close');
      socket.setTimeout(0);
      socket.removeAllListeners('timeout');
      socket.pause();
      const rest = answer.subarray(headEnd + 4);
      if (rest.length > 0) socket.unshift(rest);
      resolve(socket);
    };
    socket.on('data', onData);
  });
}
