import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { openTunnel, proxyFor } from './proxy.ts';
import { parseRelayUrl, socketUrl } from './relay-url.ts';

const open: Array<{ close(): void }> = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
async function listen<T extends Server>(server: T): Promise<T> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(server);
  return server;
}

/** A proxy that sends every name to the loopback, and keeps what it was asked. */
async function connectProxy(answer: (authorization: string | undefined) => string | undefined) {
  const asked: string[] = [];
  const server = await listen(createServer());
  server.on('connect', (request, client) => {
    asked.push(request.url ?? '');
    const refusal = answer(request.headers['proxy-authorization']);
    if (refusal !== undefined) return void client.end(`HTTP/1.1 ${refusal}\r\n\r\n`);
    const upstream = connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(client);
      client.pipe(upstream);
    });
    for (const socket of [upstream, client]) socket.on('error', () => socket.destroy());
  });
  return { asked, url: (login = '') => new URL(`http://${login}127.0.0.1:${portOf(server)}`) };
}

describe('[B65] a proxy in the environment', () => {
  const relay = new URL('wss://relay.example.com/parties/room/aa');
  test.each([
    ['none', {}, undefined],
    ['HTTPS_PROXY', { HTTPS_PROXY: 'http://proxy:3128' }, 'http://proxy:3128/'],
    [
      'https_proxy wins and may lack its scheme',
      { https_proxy: 'proxy:1', HTTPS_PROXY: 'http://other' },
      'http://proxy:1/',
    ],
    ['ALL_PROXY', { ALL_PROXY: 'http://proxy:3128' }, 'http://proxy:3128/'],
    ['HTTP_PROXY is not for https', { HTTP_PROXY: 'http://proxy:3128' }, undefined],
    ['NO_PROXY names the host', { HTTPS_PROXY: 'http://p', NO_PROXY: 'a.test, relay.example.com' }, undefined],
    ['NO_PROXY names the domain', { HTTPS_PROXY: 'http://p', NO_PROXY: '.example.com' }, undefined],
    ['NO_PROXY with the port', { HTTPS_PROXY: 'http://p', NO_PROXY: 'example.com:443' }, undefined],
    ['NO_PROXY with another port', { HTTPS_PROXY: 'http://p', NO_PROXY: 'example.com:8443' }, 'http://p/'],
    ['NO_PROXY is not a suffix of letters', { HTTPS_PROXY: 'http://p', NO_PROXY: 'ample.com' }, 'http://p/'],
    ['NO_PROXY *', { HTTPS_PROXY: 'http://p', NO_PROXY: '*' }, undefined],
  ])('is chosen as usual: %s', (_name, env, expected) => {
    expect(proxyFor(relay, env)?.href).toBe(expected);
  });

  test('is never used for loopback', () => {
    for (const host of ['127.0.0.1', '127.9.9.9', 'localhost', '[::1]']) {
      expect(
        proxyFor(new URL(`ws://${host}:4747/`), { ALL_PROXY: 'http://p', HTTP_PROXY: 'http://p' }),
      ).toBeUndefined();
    }
  });

  test('of a kind we cannot use is named, not passed over', () => {
    expect(() => proxyFor(relay, { HTTPS_PROXY: 'socks5://proxy:1080' })).toThrow('(socks5) is of a kind');
  });

  test('carries the socket by CONNECT, with its login', async () => {
    const proxy = await connectProxy((login) =>
      login === `Basic ${Buffer.from('ada:pass word').toString('base64')}` ? undefined : '407 Login',
    );
    const target = await listen(createServer((_request, response) => response.end('through')));
    const tunnel = await openTunnel(proxy.url('ada:pass%20word@'), new URL(`ws://relay.test:${portOf(target)}`), 2_000);
    tunnel.write('GET / HTTP/1.0\r\n\r\n');
    const chunks: Buffer[] = [];
    for await (const chunk of tunnel) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toContain('through');
    expect(proxy.asked).toEqual([`relay.test:${portOf(target)}`]);
  });

  test.each([
    ['407 Proxy Authentication Required', 'and it wants a login'],
    ['403 Forbidden', 'and it refused the way (HTTP 403)'],
  ])('that answers %s is named in the error, without its password', async (status, text) => {
    const proxy = await connectProxy(() => status);
    const url = proxy.url('ada:secret@');
    const failed = openTunnel(url, relay, 2_000).catch((error: Error & { next: string[] }) => error);
    const error = await failed;
    if (!(error instanceof Error)) throw new Error('the tunnel opened');
    expect(error.message).toBe(`The relay relay.example.com is behind the proxy ${url.host}, ${text}.`);
    expect(JSON.stringify([error.message, error.next])).not.toContain('secret');
  });

  test('that is not there or says nothing is named too', async () => {
    const gone = await listen(createServer());
    const port = portOf(gone);
    gone.close();
    await expect(openTunnel(new URL(`http://127.0.0.1:${port}`), relay, 2_000)).rejects.toThrow(
      `is behind the proxy 127.0.0.1:${port}, and it cannot be reached`,
    );
    const silent = await listen(createServer());
    silent.on('connect', () => undefined);
    await expect(openTunnel(new URL(`http://127.0.0.1:${portOf(silent)}`), relay, 50)).rejects.toThrow(
      'and it did not answer',
    );
  });

  test('both directions of the WebSocket go through it, over TLS to the relay', async () => {
    const folder = fileURLToPath(new URL('../../../../fixtures/tls/', import.meta.url));
    const cert = readFileSync(`${folder}relay.test.cert.pem`);
    const server = createTlsServer({ cert, key: readFileSync(`${folder}relay.test.key.pem`) });
    await listen(server);
    const sockets = new WebSocketServer({ server });
    open.push(sockets);
    sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(data)));
    const proxy = await connectProxy(() => undefined);

    // The own CA is given as a company gives it: by NODE_EXTRA_CA_CERTS, which Node reads at start.
    const program = `
      import { dialRelay } from ${JSON.stringify(fileURLToPath(new URL('./dial.ts', import.meta.url)))};
      dialRelay(process.env)(new URL('wss://relay.test:${portOf(server)}/parties/room/aa'), {
        opened: (socket) => socket.send(new Uint8Array([1, 2, 3])),
        received: (message) => { console.log('echo ' + message.join()); process.exit(0); },
        heard: () => {},
        closed: (code, reason) => { console.log('closed ' + code + ' ' + reason); process.exit(1); },
      });`;
    const { spawn } = await import('node:child_process');
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, HTTPS_PROXY: proxy.url().href, NODE_EXTRA_CA_CERTS: `${folder}relay.test.cert.pem` },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = await once(child.stdout, 'data');
    expect(String(said).trim()).toBe('echo 1,2,3');
    expect(proxy.asked).toEqual([`relay.test:${portOf(server)}`]);
  });
});

describe("the relay's address", () => {
  test.each([
    ['https://relay.example.com', 'https://relay.example.com/'],
    ['relay.example.com:8443', 'https://relay.example.com:8443/'],
    ['http://127.0.0.1:8787', 'http://127.0.0.1:8787/'],
    ['http://localhost:8787/', 'http://localhost:8787/'],
    ['localhost', 'https://localhost/'],
    ['box:8443', 'https://box:8443/'],
    ['[::1]:8443', 'https://[::1]:8443/'],
    ['https://box', 'https://box/'],
  ])('%s is taken', (text, href) => {
    expect(parseRelayUrl(text).href).toBe(href);
  });

  test.each([
    'http://relay.example.com',
    'ftp://relay.example.com',
    'https://a:b@relay.example.com',
    'https://r.example/s',
    'foo',
    '5',
    '.',
    '',
  ])('%j is refused with its reason', (text) => {
    expect(() => parseRelayUrl(text)).toThrow('cannot be used.');
  });

  test('becomes the address of the socket', () => {
    expect(socketUrl(new URL('https://r.example'), 'ab').href).toBe('wss://r.example/parties/room/ab');
    expect(socketUrl(new URL('http://127.0.0.1:1'), 'ab').href).toBe('ws://127.0.0.1:1/parties/room/ab');
  });
});
