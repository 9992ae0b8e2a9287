import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface GatewayPlace {
  modelUrl: string;
  home: string;
  folder: string;
  binaryPath: string;
  environment: Record<string, string>;
}

/** Nothing says that it is ready but its port; a busy machine needs a while. */
const readyMs = 180_000;

/** OpenClaw's gateway, which holds the agent, its sessions and its tools; what speaks the protocol only connects to it. */
export async function startGateway(place: GatewayPlace): Promise<() => Promise<void>> {
  const port = await freePort();
  mkdirSync(join(place.home, '.openclaw'), { recursive: true });
  writeFileSync(join(place.home, '.openclaw', 'openclaw.json'), JSON.stringify(settings(place, port)));
  const gateway = spawn(place.binaryPath, ['gateway', 'run'], {
    cwd: place.folder,
    env: place.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let words = '';
  const keep = (chunk: Buffer) => {
    words = (words + chunk.toString('utf8')).slice(-4_000);
  };
  gateway.stdout.on('data', keep);
  gateway.stderr.on('data', keep);
  const exited = once(gateway, 'exit');
  const startedMs = performance.now();
  while (!(await answers(port))) {
    const isLate = performance.now() - startedMs > readyMs;
    if (gateway.exitCode !== null || isLate) throw new Error(`OpenClaw's gateway did not start: ${words}`);
    await wait(200);
  }
  return async () => {
    if (gateway.pid !== undefined && gateway.exitCode === null) process.kill(-gateway.pid, 'SIGTERM');
    const late = new AbortController();
    const isGone = await Promise.race([exited.then(() => true), wait(5_000, false, { signal: late.signal })]);
    late.abort();
    if (!isGone && gateway.pid !== undefined) process.kill(-gateway.pid, 'SIGKILL');
  };
}

const settings = ({ modelUrl, folder }: GatewayPlace, port: number) => ({
  gateway: { mode: 'local', bind: 'loopback', port, auth: { mode: 'token', token: 'token-of-the-test' } },
  models: {
    mode: 'replace',
    providers: {
      fake: {
        baseUrl: `${modelUrl}/v1`,
        apiKey: 'dummy',
        api: 'openai-completions',
        models: [{ id: 'fake-model', name: 'Fake', reasoning: true, contextWindow: 128_000, maxTokens: 4_096 }],
      },
    },
  },
  agents: { defaults: { model: { primary: 'fake/fake-model' }, workspace: folder } },
  tools: { exec: { ask: 'always', security: 'allowlist', host: 'gateway' } },
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const tell = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => tell(true)).once('error', () => tell(false));
  });
}
