import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { goldenLine, isStderr } from '../../golden-text.ts';
import type { AdapterEvent, AdapterEventType, ToolApprovalDecision } from '../../port.ts';
import { AiderAdapter } from './adapter.ts';

// What the driver inside Aider 0.86.2 was recorded to tell, with the real litellm → the events of the room.
// `vitest run golden -u` writes them again after a change that is meant.

vi.setConfig({ testTimeout: 20_000 });

type Case = {
  turns?: string[];
  answers?: Array<Omit<ToolApprovalDecision, 'toolId'>>;
  /** Interrupts when the n-th event of this type has come. */
  interruptAt?: readonly [AdapterEventType, number];
};

const yes = { approved: true };
const no = { approved: false };
const cases: Record<string, Case> = {
  '01-text': {},
  '02-edit-and-commit': { turns: ['/add hello.py', 'edit it'], answers: [yes] },
  '03-edit-refused': { answers: [{ approved: false, userFeedback: 'Use another name.' }] },
  '04-new-file': { answers: [yes] },
  '05-shell': { answers: [yes] },
  '06-shell-edited': { answers: [{ approved: true, updatedInput: { command: 'echo edited' } }] },
  '07-question': { answers: [no] },
  '08-interrupt-text': { interruptAt: ['STREAM_CHUNK', 3] },
  '09-interrupt-ask': { interruptAt: ['TOOL_APPROVAL_REQUESTED', 1] },
  '10-interrupt-shell': { answers: [yes], interruptAt: ['TOOL_UPDATED', 1] },
  '11-key-refused': {},
  '12-rate-limit-retried': {},
  '13-context-full': {},
  '14-edit-fails': { turns: ['/add hello.py', 'edit'], answers: [yes, yes, yes, yes] },
  '15-commands': { turns: ['/run echo hi', '/undo', '/model openai/fake-two', '/nosuch'], answers: [no] },
};

const resolveFixture = createRequire(import.meta.url).resolve;
const replay = resolveFixture('@collagility/fixtures/fake-clis/aider-replay.mjs');
const folder = dirname(resolveFixture('@collagility/fixtures/agents/aider/0.86.2/01-text.jsonl'));

test.each(Object.entries(cases))('%s', async (name, { answers = [], interruptAt, turns = ['go'] }) => {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'clg-golden-')));
  const [log, python] = [join(workspace, 'answers.jsonl'), join(workspace, 'python3')];
  symlinkSync(replay, python);
  const environment = {
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    AIDER_REPLAY: join(folder, `${name}.jsonl`),
    AIDER_REPLAY_ANSWERS: log,
  };
  const adapter = new AiderAdapter('aider-1', { environment, clock: { wallMs: () => 0, monotonicMs: () => 0 } });
  const init = await adapter.initialize({ workspacePath: workspace, binaryPath: python });
  const events: AdapterEvent[] = [];
  const left = [...answers];
  const texts = [...turns];
  const send = async () => {
    const text = texts.shift();
    const promptId = `p${turns.length - texts.length}`;
    if (text === undefined) return false;
    await adapter.sendPrompt({ promptId, correlationId: 'c', text, mayCommand: true });
    return true;
  };
  await send();
  for await (const event of adapter.streamEvents()) {
    events.push(event);
    const count = events.filter(({ type }) => type === event.type).length;
    if (event.type === interruptAt?.[0] && count === interruptAt[1]) await adapter.interrupt();
    else if (event.type === 'TOOL_APPROVAL_REQUESTED') {
      await adapter.approveTool({ ...(left.shift() ?? no), toolId: event.payload.requestId });
    }
    if (event.type === 'STREAM_END' && !(await send())) break;
  }
  await adapter.terminate();
  // An interrupt does not wait for the answers that it gives.
  const said = interruptAt === undefined && existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  const lines = [
    JSON.stringify({ unasked: init.unasked }),
    ...events.filter((event) => !isStderr(event)).map(goldenLine),
    ...said,
  ];
  rmSync(workspace, { recursive: true, force: true });
  const text = `${lines.join('\n').replaceAll(workspace, '/home/dev/project')}\n`;
  await expect(text).toMatchFileSnapshot(join(folder, `${name}.events.jsonl`));
});
