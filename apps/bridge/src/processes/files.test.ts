import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentId, PromptId } from '@collagility/protocol/ids';
import { RoomGuest } from '@collagility/protocol/testing/room-guest';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BuiltBridge, buildBridge } from '../testing/built-bridge.ts';

let built: BuiltBridge;
const guests: RoomGuest[] = [];
beforeAll(async () => {
  built = await buildBridge();
}, 60_000);
afterEach(() => {
  for (const guest of guests.splice(0)) guest.stop();
});
afterAll(() => built.close());

const greeting = 'collagility-demo/greeting.ts';

/** A user with a repository of one commit. */
function userWithRepository() {
  const user = built.newUser();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=U', '-c', 'user.email=u@h', ...args], {
      cwd: user.project,
      encoding: 'utf8',
    });
  writeFileSync(join(user.project, 'README.md'), '# Small\n');
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
  return { ...user, git };
}

async function open(user: { home: string }, ...args: string[]) {
  const bridge = built.start(user, ['project', '--agent', 'mock', '--json', ...args]);
  const ready = await bridge.line('ready');
  const host = await RoomGuest.open(String(ready['hostLink']), 'Hana');
  guests.push(host);
  const { state } = await host.inRoom();
  const [agent] = Object.values(state?.agents ?? {});
  if (agent === undefined) throw new Error('no agent');
  return { bridge, host, agentId: agent.agentId };
}

/** One edit by the agent, allowed, and what it changed. */
async function edit(host: RoomGuest, agentId: AgentId) {
  const promptId = String(host.client.send({ type: 'prompt.run', agentId, text: 'edit' })) as PromptId;
  const approvalId = await host.until('it asks', ({ state }) => state?.pendingApprovals[0]);
  host.client.send({ type: 'approval.answer', approvalId, decision: 'allow', extra: '{"scope":"once"}' });
  return host.until('it was compared', ({ state }) => {
    const item = state?.items.find((found) => found.kind === 'prompt' && found.promptId === promptId);
    return item?.kind === 'prompt' ? item.changes : undefined;
  });
}

test('without git in the PATH the start says what is less, and promises nothing that needs it', async () => {
  const user = built.newUser();
  const bridge = built.start(user, ['project', '--agent', 'mock'], { env: { PATH: user.project } });
  while (!bridge.stdout.includes('/s#') && bridge.child.exitCode === null)
    await new Promise((go) => setTimeout(go, 20));
  expect(bridge.stdout).toContain('git is not in the PATH');
  expect(bridge.stdout.replaceAll(/\s+/g, ' ')).not.toContain('git does not ignore');
  expect(bridge.stdout).not.toContain('compared all the same');
  bridge.signal('SIGINT');
  expect(await bridge.exited()).toBe(0);
});

describe('the shared folder of a running bridge', () => {
  test('is compared around turns, answers questions and is put back, with the user’s repository as it was', async () => {
    const user = userWithRepository();
    const { bridge, host, agentId } = await open(user);
    await edit(host, agentId);
    const first = readFileSync(join(user.project, greeting), 'utf8');
    const second = await edit(host, agentId);
    expect(second.sum?.files).toBe(1);
    const changes = await host.client.ask({ ask: 'changes', scope: { of: 'session' } });
    expect(changes).toMatchObject({ source: 'git', files: [{ path: greeting, change: 'added' }] });
    expect((await host.client.ask({ ask: 'search', query: 'greet' })).paths).toEqual([greeting]);
    const refs = user.git('for-each-ref');
    host.client.send({ type: 'workspace.restore', agentId, checkpoint: second.before });
    await host.until('files are back', ({ state }) => state?.items.find((item) => item.kind === 'restore'));
    expect(readFileSync(join(user.project, greeting), 'utf8')).toBe(first);
    expect(user.git('for-each-ref')).toBe(refs);
    expect(user.git('status', '--porcelain')).toBe('?? collagility-demo/\n');
    bridge.signal('SIGINT');
    expect(await bridge.exited()).toBe(0);
  });

  test('--worktree: the agent works in a copy beside the repository, and the way back is told', async () => {
    const user = userWithRepository();
    const { bridge, host, agentId } = await open(user, '--worktree', 'trial');
    await edit(host, agentId);
    expect(existsSync(join(user.project, greeting))).toBe(false);
    const copy = join(user.home, 'project.worktrees', 'project-trial');
    expect(existsSync(join(copy, greeting))).toBe(true);
    expect(user.git('worktree', 'list', '--porcelain')).toContain('branch refs/heads/collagility/trial');
    expect(JSON.stringify(bridge.lines())).toContain('merge collagility/trial');
    bridge.signal('SIGINT');
    expect(await bridge.exited()).toBe(0);
    // Without the word for the worktree the folder has no room: the answer names the line that brings it back.
    const slip = built.start(user, ['project', '--json', '--resume']);
    expect(await slip.exited()).not.toBe(0);
    expect(String(slip.lines().at(-1)?.['next'])).toMatch(/collagility-bridge \S+\/project --worktree trial --resume/);
    const again = await open(user, '--worktree', 'trial', '--resume');
    expect(again.host.view.state?.roomId).toBe(host.view.state?.roomId);
    again.bridge.signal('SIGINT');
    expect(await again.bridge.exited()).toBe(0);
  });
});
