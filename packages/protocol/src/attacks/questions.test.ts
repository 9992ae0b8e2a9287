import { beforeAll, describe, expect, it } from 'vitest';
import { utf8 } from '../bytes.ts';
import { ready } from '../crypto/sodium.ts';
import type { RoomEvent } from '../events.ts';
import { type AgentId, as, type CheckpointId, type PromptId } from '../ids.ts';
import { askBurst, asksPerSecond, maxOutstandingPulls } from '../limits.ts';
import { World } from '../testing/world.ts';
import type { ChangeSum, WorkspaceAsk } from '../workspace.ts';

beforeAll(() => ready);

const search: WorkspaceAsk & { ask: 'search' } = { ask: 'search', query: 'x' };
const found = (paths: string[]) => utf8(JSON.stringify({ paths, total: paths.length }));

const turned = (session: ChangeSum): RoomEvent => ({
  type: 'workspace.turn_changed',
  atMs: 1,
  agentId: as<AgentId>('a'),
  promptId: as<PromptId>('p'),
  sum: session,
  before: as<CheckpointId>('1'),
  after: as<CheckpointId>('2'),
  session,
});

describe('questions about the shared folder', () => {
  it('[CLG-68] a short answer comes at once, a long one as a value that is checked, each as it was given', async () => {
    const world = await new World(401).up();
    const ada = await world.join('Ada');
    world.application.answer = async () => ({ ok: true, bytes: found(['a.ts']) });
    const short = ada.client.ask(search);
    await world.settle();
    expect(await short).toEqual({ paths: ['a.ts'], total: 1 });
    const many = Array.from({ length: 10_000 }, (_, at) => `folder/file-${at}.ts`);
    world.application.answer = async () => ({ ok: true, bytes: found(many) });
    const long = ada.client.ask(search);
    await world.pass(5_000);
    expect((await long).paths).toHaveLength(10_000);
  });

  it('[CLG-68] the host is told from which event on this member may know, and its refusal reaches the page', async () => {
    const world = await new World(402).up();
    const ada = await world.join('Ada');
    ada.say('before');
    await world.settle();
    const bo = await world.join('Bo', { link: world.link({ history: 'from-now' }) });
    const floors: number[] = [];
    world.application.answer = async (_, floorSeq) => {
      floors.push(floorSeq);
      return { ok: false, code: 'paused' };
    };
    const asked = bo.client.ask(search).catch((error: { code: string }) => error.code);
    await world.settle();
    expect(await asked).toBe('paused');
    expect(floors[0]).toBeGreaterThan(1);
  });

  it('[CLG-68] what changed before a member may read is not counted for them, in no snapshot and no event', async () => {
    const world = await new World(404).up();
    const ada = await world.join('Ada');
    expect(world.host.commonFloorSeq).toBe(1);
    world.host.append([turned({ files: 7, added: 1, removed: 0 })]);
    await world.settle();
    expect(ada.view.state?.changed).toEqual({ shared: { files: 7, added: 1, removed: 0 } });
    const bo = await world.join('Bo', { link: world.link({ history: 'from-now' }) });
    expect(world.host.commonFloorSeq).toBeGreaterThan(1);
    expect(bo.view.state).toBeDefined();
    expect(bo.view.state?.changed).toBeUndefined();
    const again = await world.reload(bo);
    await world.settle();
    expect(again.view.state?.changed).toBeUndefined();
  });

  it('[CLG-68] questions under way count among the pulls: a flood of them is refused, and others are answered', async () => {
    const world = await new World(403).up();
    const ada = await world.join('Ada');
    const bo = await world.join('Bo');
    const open: Array<() => void> = [];
    world.application.answer = () => new Promise((resolve) => open.push(() => resolve({ ok: true, bytes: found([]) })));
    const asks = Array.from({ length: 20 }, () => ada.client.ask(search));
    await world.settle();
    expect(open).toHaveLength(maxOutstandingPulls);
    world.application.answer = async () => ({ ok: true, bytes: found(['b']) });
    const other = bo.client.ask(search);
    await world.settle();
    expect(await other).toEqual({ paths: ['b'], total: 1 });
    for (const answer of open) answer();
    await world.pass(5_000);
    expect(await Promise.all(asks)).toHaveLength(20);
  });

  it('[CLG-68] one who asks without end is looked up for at a steady pace and holds up nobody', async () => {
    const world = await new World(405).up();
    const ada = await world.join('Ada');
    const bo = await world.join('Bo');
    const askers: string[] = [];
    world.application.answer = async (ask) => {
      askers.push(ask.ask === 'search' ? ask.query : ask.ask);
      return { ok: true, bytes: found([]) };
    };
    for (let at = 0; at < 200; at++) void ada.client.ask({ ...search, query: 'ada' });
    await world.settle();
    expect(askers.length).toBeLessThanOrEqual(askBurst + 1);
    void bo.client.ask({ ...search, query: 'bo' });
    await world.settle();
    expect(askers.at(-1)).toBe('bo');
    const before = askers.length;
    await world.pass(5_000);
    expect(askers.length - before).toBeGreaterThanOrEqual(4 * asksPerSecond);
    expect(askers.length - before).toBeLessThanOrEqual(6 * asksPerSecond);
  });

  it('[CLG-68] somebody who was removed while it was looked into is told nothing', async () => {
    const world = await new World(404).up();
    const ada = await world.join('Ada');
    let answer = (): void => undefined;
    world.application.answer = () =>
      new Promise((resolve) => {
        answer = () => resolve({ ok: true, bytes: found(['secret-plan.md']) });
      });
    let said: unknown = 'nothing';
    ada.client.ask(search).then(
      (value) => {
        said = value;
      },
      () => undefined,
    );
    await world.settle();
    const id = ada.view.me?.participantId;
    if (id === undefined) throw new Error('not in');
    world.host.removeParticipant(id, { by: world.host.hostParticipantId, block: false });
    answer();
    await world.pass(5_000);
    expect(said).toBe('nothing');
  });
});
