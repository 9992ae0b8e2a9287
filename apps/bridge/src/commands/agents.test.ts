import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRegistry } from '../composition.ts';
import { openDataDirectory } from '../rooms/data-directory.ts';
import { plain } from '../terminal/style.ts';
import { agentsCommand } from './agents.ts';
import { doctorCommand } from './doctor.ts';

// What is told of an agent is told in three places; a person who reads two of them must not wonder which one lies.

const home = mkdtempSync(join(tmpdir(), 'clg-truth-'));
const bin = join(home, 'bin');
const env = { PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`, HOME: home };

type Told = Record<string, unknown>;
let agents: Told[] = [];
let checks: Told[] = [];

beforeAll(async () => {
  mkdirSync(bin);
  for (const [name, says] of Object.entries({ gemini: 'echo 0.61.0', goose: 'echo " 1.37.0"', qwen: 'exit 3' })) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${says}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  agents = await told((surroundings) => agentsCommand(createRegistry(), true, surroundings));
  checks = await told((surroundings) =>
    doctorCommand(createRegistry(), () => openDataDirectory(join(home, 'data')), home, { json: true }, surroundings),
  );
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

async function told(command: (surroundings: Parameters<typeof agentsCommand>[2]) => Promise<unknown>): Promise<Told[]> {
  let text = '';
  const keep = (piece: string) => {
    text += piece;
  };
  const stdout = Object.assign(Object.create(process.stdout), { write: keep });
  const { stdin, stderr, platform } = process;
  await command({ env, home, platform, stdin, stdout, stderr, style: plain });
  return text
    .trim()
    .split('\n')
    .map((line): Told => JSON.parse(line));
}

test('`agents`, `doctor` and the README tell the same of every agent', () => {
  const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8').split('\n');
  const words = { required: 'yes', unsupported: 'no', known_limitation: 'partly' };
  expect(agents.length).toBeGreaterThan(20);
  for (const agent of agents) {
    const row = createRegistry().find(String(agent['id']))?.row;
    expect(agent['capabilities'], String(agent['id'])).toEqual(row?.expectations);
    expect(agent['faults']).toEqual(row?.faults);
    const line = readme.find((one) => one.includes(`| \`${agent['id']}\` |`)) ?? '';
    expect(line).toContain(`| ${agent['name']} |`);
    expect(line).toContain(`| ${words[row?.expectations.interactiveApprovals.status ?? 'unsupported']} |`);
    expect(line.endsWith(`| ${agent['unproven'] === undefined ? 'yes' : 'no'} |`)).toBe(true);
    const check = checks.find(({ what }) => what === agent['name']);
    const isTold = agent['installed'] === true || agent['unproven'] === undefined;
    expect(check !== undefined, `doctor and ${agent['name']}`).toBe(isTold);
    if (check === undefined) continue;
    expect(check['fix']).toBe(agent['fix']);
    if (agent['installed'] === true) expect(check['text']).toContain(String(agent['version'] ?? 'installed'));
    expect(check['state'] === 'missing').toBe(agent['installed'] !== true);
    expect(check['state'] === 'broken').toBe(agent['installed'] === true && agent['loggedIn'] === false);
  }
});

test('doctor counts the agents that it does not list, and names the command that does', () => {
  const unlisted = agents.filter(({ name }) => !checks.some(({ what }) => what === name)).length;
  const more = checks.find(({ what }) => what === 'More agents');
  expect(unlisted).toBeGreaterThan(0);
  expect(more).toMatchObject({
    state: 'missing',
    text: expect.stringMatching(new RegExp(`^${unlisted} more are known`)),
  });
  expect(more?.['fix']).toContain('collagility-bridge agents');
});

test('what is here is found with its version, and one that does not tell it is said so', () => {
  const of = (id: string) => agents.find((agent) => agent['id'] === id);
  expect(of('gemini')).toMatchObject({ installed: true, version: '0.61.0' });
  expect(of('goose')).toMatchObject({ installed: true, version: '1.37.0' });
  expect(of('qwen')).toMatchObject({ installed: true, detail: 'It does not tell its version (3).' });
  expect(of('copilot')).toMatchObject({ installed: false, fix: expect.stringContaining('npm install') });
});

test('every agent whose error table is run against the real program says what becomes of a provider’s faults', () => {
  const files = readdirSync(new URL('../../../../e2e/agents', import.meta.url));
  const tables = files.flatMap((name) => /^(.+)-errors\.agent\.ts$/.exec(name)?.[1] ?? []);
  expect(tables.length).toBeGreaterThan(5);
  for (const id of tables) expect(agents.find((agent) => agent['id'] === id)?.['faults'], id).toBeDefined();
});
