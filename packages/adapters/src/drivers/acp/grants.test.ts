import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ApprovalRequest } from '../../approval-ledger.ts';
import type { RpcRequest } from '../../json-rpc.ts';
import type { ToolCall } from '../../port.ts';
import { ApprovalDesk } from './approval-desk.ts';
import { ClientMethods } from './client-methods.ts';
import { fakeProfile } from './fake-acp.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'acp-grants-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Whatever is asked is refused, so that only what an earlier "yes" covers is done. */
function world() {
  const asked: ApprovalRequest[] = [];
  const desk: ApprovalDesk = new ApprovalDesk({
    idPrefix: 'x',
    profile: fakeProfile,
    workspacePath: () => folder,
    open: async (request) => {
      asked.push(request);
      if (request.nativeRequest !== 'first') await desk.answer(request.requestId, { approved: false });
    },
    onAllowed: () => undefined,
    onRefused: () => undefined,
    onUnanswerable: () => undefined,
  });
  const methods = new ClientMethods({
    profile: fakeProfile,
    desk,
    workspacePath: folder,
    environment: { PATH: process.env['PATH'] },
    graceMs: 100,
    isUnasked: () => false,
    toolIdOf: () => undefined,
    onOutput: () => undefined,
  });
  const allow = async (kind: ToolCall['kind'], input: Record<string, unknown>) => {
    const options = [{ optionId: 'once', name: 'Once', kind: 'allow_once' }];
    const request = { id: 1, method: 'session/request_permission', params: { options }, line: 'first' } as RpcRequest;
    const toolCall = { toolId: 't', toolName: 'tool', kind, title: 't', arguments: input };
    await desk.asked(request, toolCall, false, async () => undefined);
    await desk.answer(asked.at(-1)?.requestId ?? '', { approved: true });
  };
  const call = (method: string, params: Record<string, unknown>) =>
    methods.serve({ id: 2, method, params, line: 'second' } as RpcRequest);
  return { asked, allow, call, methods };
}

describe('a "yes" to one call of an ACP agent', () => {
  it('lets just that command run, once', async () => {
    const { allow, call, methods } = world();
    await allow('execute', { command: 'true', description: 'false' });
    expect(await call('terminal/create', { command: 'true' })).toMatchObject({ ok: true });
    expect(await call('terminal/create', { command: 'true' })).toMatchObject({ ok: false });
    expect(await call('terminal/create', { command: 'false' })).toMatchObject({ ok: false });
    await methods.endAll();
  });

  it('to write a file runs nothing of what is written', async () => {
    const { allow, call, asked } = world();
    await allow('edit', { path: 'notes.txt', content: 'touch ran' });
    expect(await call('terminal/create', { command: 'touch ran' })).toMatchObject({ ok: false });
    expect(asked.at(-1)?.toolCall).toMatchObject({ kind: 'execute', arguments: { command: 'touch ran' } });
    expect(await call('fs/write_text_file', { path: join(folder, 'notes.txt'), content: 'x' })).toMatchObject({
      ok: true,
    });
    expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('x');
  });

  it('to read a file, or to run a command that names it, writes nothing', async () => {
    const { allow, call } = world();
    await allow('read', { path: 'config.txt' });
    await allow('execute', { command: join(folder, 'config.txt'), path: 'config.txt' });
    expect(await call('fs/write_text_file', { path: join(folder, 'config.txt'), content: 'x' })).toMatchObject({
      ok: false,
    });
  });

  it('to a command brings no environment and no other folder with it: those are shown and asked for', async () => {
    const { allow, call, asked } = world();
    await allow('execute', { command: 'ls' });
    const env = [{ name: 'BASH_ENV', value: './evil.sh' }];
    expect(await call('terminal/create', { command: 'ls', env })).toMatchObject({ ok: false });
    expect(asked.at(-1)?.toolCall.arguments).toMatchObject({ command: 'ls', env: { BASH_ENV: './evil.sh' } });
  });

  it('to a line is none to a program with the same words put together otherwise', async () => {
    const { allow, call, asked } = world();
    await allow('execute', { command: 'echo a; true' });
    expect(await call('terminal/create', { command: 'echo', args: ['a;', 'true'] })).toMatchObject({ ok: false });
    expect(asked.at(-1)?.toolCall.arguments).toMatchObject({ command: "echo 'a;' true" });
  });
});
