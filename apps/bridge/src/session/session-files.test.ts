import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PromptItem } from '@collagility/protocol/state';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderWorkspaces } from '../workspace/folder-workspaces.ts';
import { mock, SessionWorld } from './session-world.ts';

const signed = { statement: '', signature: '' };
const greeting = 'collagility-demo/greeting.ts';
let world = new SessionWorld();
beforeEach(() => {
  world = new SessionWorld();
});
afterEach(() => world.end());

const hostRun = (text: string) =>
  world.session.act({ type: 'prompt.run', agentId: mock, text, attachments: undefined, signed });

/** Git takes real time; everything else goes by the clock of the test. */
async function until(isSo: () => boolean): Promise<void> {
  const endMs = performance.now() + 30_000;
  while (!isSo()) {
    if (performance.now() > endMs) throw new Error(`still not so: ${isSo}`);
    await world.time.pass(20);
    await sleep(5);
  }
}

/** With the real service: git in a real folder. */
async function start() {
  mkdirSync(join(world.dataFolder, 'room'), { recursive: true });
  await world.start({
    workspaces: ({ redactor, refreshSecrets, places }) =>
      new FolderWorkspaces({
        folder: places.workspacePath,
        roomFolder: join(world.dataFolder, 'room'),
        dataPath: places.dataPath,
        environment: { PATH: process.env['PATH'], HOME: places.homePath },
        clock: world.time.clock,
        timer: (ms, work) => {
          const timer = setTimeout(work, ms);
          return () => clearTimeout(timer);
        },
        redact: (text) => redactor.uncounted(text),
        refreshSecrets,
        tell: (text) => {
          throw new Error(text);
        },
      }),
  });
}

async function editOnce(nth: number, meanwhile: () => Promise<unknown> = async () => undefined): Promise<PromptItem> {
  hostRun('edit');
  await until(() => world.pending().length === 1);
  await meanwhile();
  const approvalId = world.pending()[0]?.request.approvalId;
  if (approvalId === undefined) throw new Error('no request');
  world.session.act({ type: 'approval.answer', approvalId, decision: 'allow', extra: '{"scope":"once"}', signed });
  await until(() => world.prompts()[nth]?.changes !== undefined);
  const prompt = world.prompts()[nth];
  if (prompt === undefined) throw new Error('no prompt');
  return prompt;
}

describe('the files of a session', () => {
  it('are compared around each turn, asked for by guests over their channel, and put back by the host alone', async () => {
    await start();
    const ada = await world.join('Ada');
    const first = await editOnce(0);
    const before = readFileSync(join(world.folder, greeting), 'utf8');
    expect(first.changes?.sum).toMatchObject({ files: 1, removed: 0 });
    const second = await editOnce(1);
    const { promptId, changes } = second;
    if (changes === undefined) throw new Error('not compared');
    let answer: unknown;
    ada.client.ask({ ask: 'changes', scope: { of: 'turn', promptId } }).then((changes) => {
      answer = changes;
    });
    await until(() => answer !== undefined);
    expect(answer).toMatchObject({ source: 'git', files: [{ path: greeting, change: 'modified' }] });

    const restore = { type: 'workspace.restore', agentId: mock, checkpoint: changes.before } as const;
    expect((await ada.send(restore)).outcome).toMatchObject({ state: 'rejected', code: 'right' });
    world.session.act(restore);
    await until(() => world.room.items.some((item) => item.kind === 'restore'));
    expect(readFileSync(join(world.folder, greeting), 'utf8')).toBe(before);
    expect(world.room.items.find((item) => item.kind === 'restore')).toMatchObject({ by: 'host', promptId });
  });

  it('[CLG-68] are counted for the whole session only while all may read all of it; who may not asks for their own', async () => {
    await start();
    const ada = await world.join('Ada');
    await editOnce(0);
    expect(world.room.changed?.['shared']?.files).toBe(1);
    const bo = await world.join('Bo', { history: 'from-now' });
    expect(bo.view.state?.changed).toBeUndefined();
    await editOnce(1);
    expect(world.room.changed).toEqual({});
    const total = async ({ client }: typeof ada) => {
      const asked = client.ask({ ask: 'changes', scope: { of: 'session' } });
      let sum: { added: number } | undefined;
      void asked.then((answer) => {
        sum = answer.sum;
      });
      await until(() => sum !== undefined);
      return sum?.added ?? 0;
    };
    expect(await total(bo)).toBeLessThan(await total(ada));
    const [participantId] = Object.values(world.room.participants).flatMap(({ participantId, name }) =>
      name === 'Bo' ? [participantId] : [],
    );
    if (participantId === undefined) throw new Error('Bo is not there');
    world.session.act({ type: 'member.remove', participantId, block: false });
    await editOnce(2);
    expect(world.room.changed?.['shared']?.files).toBe(1);
  });

  it('[CLG-68] that changed in a turn which began before somebody may read are counted for nobody by an event', async () => {
    await start();
    const ada = await world.join('Ada');
    const during = await editOnce(0, () => world.join('Bo', { history: 'from-now' }));
    expect(during.changes?.before).toBeDefined();
    expect(during.changes?.sum).toBeUndefined();
    let counted: unknown;
    void ada.client.ask({ ask: 'changes', scope: { of: 'turn', promptId: during.promptId } }).then((answer) => {
      counted = answer.sum;
    });
    await until(() => counted !== undefined);
    expect(counted).toMatchObject({ files: 1 });
    // What began after they came all may read.
    expect((await editOnce(1)).changes?.sum).toMatchObject({ files: 1 });
    const checkpoint = during.changes?.before;
    if (checkpoint === undefined) throw new Error('not compared');
    world.session.act({ type: 'workspace.restore', agentId: mock, checkpoint });
    await until(() => world.room.items.some((item) => item.kind === 'restore'));
    expect(world.room.items.find((item) => item.kind === 'restore')).not.toHaveProperty('sum');
  });

  it('that are still looked at when a turn is stopped end that turn before the agent hears of it', async () => {
    await start();
    hostRun('echo never said');
    const [prompt] = world.prompts();
    if (prompt === undefined) throw new Error('no prompt');
    world.session.act({ type: 'turn.interrupt', agentId: mock, promptId: prompt.promptId });
    await until(() => world.prompts()[0]?.state === 'interrupted');
    expect(world.prompts()[0]?.delivery).toBeUndefined();
    expect(world.room.items.filter((item) => item.kind === 'text')).toEqual([]);
    hostRun('echo said');
    await until(() => world.prompts()[1]?.state === 'completed');
  });
});
