import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { AdapterEvent } from '../../port.ts';
import { CodexExecAdapter } from './adapter.ts';

// What `codex exec` 0.171.0 was recorded to say → the events of the room. `vitest run golden -u` writes them again.

const resolveFixture = createRequire(import.meta.url).resolve;
const replay = resolveFixture('@collagility/fixtures/fake-clis/codex-exec-replay.mjs');
const folder = dirname(resolveFixture('@collagility/fixtures/agents/codex-exec/0.171.0/01-simple-turn.jsonl'));

/** Told on stderr only, and the run still ends well. */
const refusedNote = 'ERROR codex_core::tools::router: error=approval policy is Never; reject command\n';

const cases: Record<string, { code?: number; stderr?: string }> = {
  '01-simple-turn': {},
  '02-command': {},
  '03-file-change': {},
  '04-approval-needed': { stderr: refusedNote },
  '06-http-429': { code: 1 },
  '07-context-window': { code: 1 },
  '09-no-key': { code: 1 },
  '14-plan': {},
  '15-mcp': {},
  '16-code-mode': {},
  '17-web-search': {},
};

test.each(Object.entries(cases))('%s', async (name, { code = 0, stderr = '' }) => {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'clg-golden-')));
  const environment = {
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: workspace,
    CODEX_EXEC_REPLAY: join(folder, `${name}.jsonl`),
    CODEX_EXEC_CODE: String(code),
    CODEX_EXEC_STDERR: stderr,
  };
  const adapter = new CodexExecAdapter('exec-1', { environment, clock: { wallMs: () => 0, monotonicMs: () => 0 } });
  await adapter.initialize({ workspacePath: workspace, binaryPath: replay });
  await adapter.sendPrompt({ promptId: 'p1', correlationId: 'c1', text: 'go' });
  const lines: string[] = [];
  let wasRefused = false;
  for await (const event of adapter.streamEvents()) {
    // What comes over the other pipe stands anywhere among the lines.
    if (event.type === 'STATUS' && event.payload.code === 'refused_unattended') wasRefused = true;
    else if (event.type !== 'RAW' || event.payload.nativeType !== 'stderr') lines.push(lineOf(event));
    if (event.type === 'STREAM_END') break;
  }
  expect(wasRefused).toBe(stderr !== '');
  await adapter.terminate();
  rmSync(workspace, { recursive: true, force: true });
  const text = `${lines.join('\n').replaceAll(workspace, '/home/dev/project')}\n`;
  await expect(text).toMatchFileSnapshot(join(folder, `${name}.events.jsonl`));
});

/** Native lines are in the recording already. */
const lineOf = ({ type, payload }: AdapterEvent): string =>
  JSON.stringify(type === 'RAW' ? { type, nativeType: payload.nativeType } : { type, ...payload });
