import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { networkOf } from './address.ts';
import { type RunningRelay, startNodeRelay } from './node-server.ts';
import { offline, startWorker, writeConfig } from './testing/worker-harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'relay-http-'));
const policies = {
  headers: { 'Permissions-Policy': 'camera=()' },
  pages: {
    '/': "default-src 'none'; connect-src 'self'; home",
    '/s': "default-src 'none'; connect-src 'self'; room",
    '/404': 'lost',
  },
  scripts: "script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
};

const largeScript = 'export const words = "again and again";\n'.repeat(200);

beforeAll(() => {
  mkdirSync(join(folder, '_next/static'), { recursive: true });
  mkdirSync(join(folder, 's'));
  for (const page of ['index', 's', '404']) writeFileSync(join(folder, `${page}.html`), `<title>${page}</title>`);
  writeFileSync(join(folder, '_next/static/a.js'), '1');
  writeFileSync(join(folder, '_next/static/large.js'), largeScript);
  writeFileSync(join(folder, '_headers'), '');
  writeFileSync(join(folder, 'csp.json'), JSON.stringify(policies));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('Node relay over HTTP', () => {
  let relay: RunningRelay;
  beforeAll(async () => {
    relay = await startNodeRelay({ webRoot: folder });
  });
  afterAll(() => relay.close());
  const get = (path: string, init?: RequestInit) => fetch(`${relay.url}${path}`, init);
  const policyOf = async (path: string) => (await get(path)).headers.get('content-security-policy');

  it('serves each page under its own policy, and any room path as the one room page', async () => {
    expect(await (await get('/s/anything')).text()).toBe('<title>s</title>');
    expect(await (await get('/s')).text()).toBe('<title>s</title>');
    expect(await (await get('/')).text()).toBe('<title>index</title>');
    expect([await policyOf('/'), await policyOf('/s/x')]).toEqual([policies.pages['/'], policies.pages['/s']]);
    const script = await get('/_next/static/a.js');
    expect(script.headers.get('content-security-policy')).toContain('wasm-unsafe-eval');
    expect(script.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('what is large goes compressed to whoever takes it so, and is the same under its policy', async () => {
    const lengthOf = async (path: string, headers: Record<string, string>) => {
      const answer = await rawAnswer(relay.port, path, headers);
      return [answer.headers['content-encoding'], answer.bytes, answer.headers.vary];
    };
    const path = '/_next/static/large.js';
    expect(await lengthOf(path, {})).toEqual([undefined, largeScript.length, 'Accept-Encoding']);
    const [encoding, bytes] = await lengthOf(path, { 'accept-encoding': 'br, gzip' });
    expect([encoding, Number(bytes) < largeScript.length / 10]).toEqual(['gzip', true]);
    expect((await lengthOf('/_next/static/a.js', { 'accept-encoding': 'gzip' }))[0]).toBeUndefined();
    const script = await get(path);
    expect([script.headers.get('content-encoding'), await script.text()]).toEqual(['gzip', largeScript]);
    expect(script.headers.get('content-security-policy')).toContain('wasm-unsafe-eval');
    expect(script.headers.get('cache-control')).toContain('immutable');
    for (let count = 0; count < 3; count++)
      expect((await lengthOf(path, { 'accept-encoding': 'gzip' }))[1]).toBe(bytes);
    expect((await rawAnswer(relay.port, path, {})).bytes).toBe(largeScript.length);
    // Another spelling of the same file is served too.
    expect(await (await get('/_next/static/%6carge.js')).text()).toBe(largeScript);
  });

  it('an unknown path is a page of ours with 404, and the build’s own files are not served', async () => {
    for (const path of ['/nothing', '/csp.json', '/_headers', '/..%2f..%2fetc/passwd']) {
      const answer = await get(path);
      expect([path, answer.status, answer.headers.get('content-security-policy')]).toEqual([path, 404, 'lost']);
    }
  });

  it('answers health and relay.json; metrics stay closed where guests reach the listener', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ ok: true });
    expect(await (await get('/relay.json')).json()).toEqual({ relay: null });
    expect((await get('/metrics')).status).toBe(404);
    expect((await get(`/parties/room/${'0'.repeat(32)}`)).status).toBe(426);
    expect((await get('/parties/other/x')).status).toBe(404);
  });

  it('[P2] a request under a name that is not this relay’s gets nothing', async () => {
    const status = await new Promise((resolve, reject) => {
      const options = { port: relay.port, host: '127.0.0.1', path: '/', headers: { host: 'rebound.example' } };
      request(options, (answer) => resolve(answer.statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(421);
    relay.allowAuthority('Tunnel.example');
    const allowed = await new Promise((resolve, reject) => {
      const options = { port: relay.port, host: '127.0.0.1', path: '/', headers: { host: 'tunnel.example' } };
      request(options, (answer) => resolve(answer.statusCode))
        .on('error', reject)
        .end();
    });
    expect(allowed).toBe(200);
  });

  it('pages of a host that dials another relay may connect there, and learn of it', async () => {
    const away = await startNodeRelay({ webRoot: folder, pagesDial: 'https://relay.example.com', metrics: true });
    const page = await fetch(away.url);
    expect(page.headers.get('content-security-policy')).toContain(
      "connect-src 'self' https://relay.example.com wss://relay.example.com",
    );
    expect(await (await fetch(`${away.url}/relay.json`)).json()).toEqual({ relay: 'https://relay.example.com' });
    expect(await (await fetch(`${away.url}/metrics`)).text()).toContain('relay_sockets 0');
    await away.close();
  });

  it('[CLG-81] a bridge’s pages on loopback are told that their storage ends with it, those of a public name are not', async () => {
    const bridge = await startNodeRelay({ webRoot: folder, isBridge: true, allowedAuthorities: ['tunnel.example'] });
    expect(await (await fetch(`${bridge.url}/relay.json`)).json()).toEqual({ relay: null, bound: true });
    const body = await new Promise((resolve, reject) => {
      const options = {
        port: bridge.port,
        host: '127.0.0.1',
        path: '/relay.json',
        headers: { host: 'tunnel.example' },
      };
      request(options, (answer) => answer.setEncoding('utf8').on('data', resolve))
        .on('error', reject)
        .end();
    });
    expect(body).toBe('{"relay":null}');
    await bridge.close();
  });

  it('refuses to reach beyond this machine unless told to, and says when a port is taken', async () => {
    await expect(startNodeRelay({ host: '0.0.0.0' })).rejects.toThrow(/loopback only/);
    await expect(startNodeRelay({ port: relay.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await expect(startNodeRelay({ webRoot: join(folder, 's') })).rejects.toThrow(/csp.json is missing/);
  });
});

describe('the Worker over HTTP', () => {
  it('gives the same answers and the web app’s files', async () => {
    const worker = await startWorker();
    const get = (path: string) => fetch(`${worker.url}${path}`);
    expect(await (await get('/healthz')).json()).toEqual({ ok: true });
    expect(await (await get('/relay.json')).json()).toEqual({ relay: null });
    expect((await get('/metrics')).status).toBe(404);
    expect((await get(`/parties/room/${'0'.repeat(32)}`)).status).toBe(426);
    expect(await (await get('/s/anything')).text()).toBe('<title>room</title>');
    expect((await get('/nothing')).status).toBe(404);
    await worker.close();
  });

  it('is ready to be deployed: the dry run bundles it', async () => {
    const { folder: config, configPath } = writeConfig();
    const args = ['deploy', '--dry-run', '-c', configPath, '--outdir', join(config, 'dist')];
    const { stdout } = await promisify(execFile)('wrangler', args, { env: { ...process.env, ...offline, CI: '1' } });
    expect(stdout).toContain('env.Room (DurableRoom)');
    rmSync(config, { recursive: true });
  }, 60_000);
});

it('addresses are counted by what one household has', () => {
  expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(networkOf('2001:DB8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(networkOf('192.0.2.1')).toBe('192.0.2.1');
});

/** As it comes over the line. */
function rawAnswer(port: number, path: string, headers: Record<string, string>) {
  return new Promise<{ headers: IncomingHttpHeaders; bytes: number }>((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, headers }, async (answer) => {
      let bytes = 0;
      for await (const chunk of answer) bytes += chunk.length;
      resolve({ headers: answer.headers, bytes });
    })
      .on('error', reject)
      .end();
  });
}
