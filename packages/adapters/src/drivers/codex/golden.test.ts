import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { AdapterEvent, AdapterEventOf, AdapterEventType, ToolApprovalDecision } from '../../port.ts';
import { CodexAdapter } from './adapter.ts';

// What Codex 0.171.0 was recorded to say → the events of the room. `vitest run golden -u` writes them again after a
// change that is meant; the difference of the files then names what moved.

vi.setConfig({ testTimeout: 20_000 });

type Request = AdapterEventOf<'TOOL_APPROVAL_REQUESTED'>['payload'];
type Case = {
  answers?: Array<Omit<ToolApprovalDecision, 'toolId'>>;
  /** Interrupts when the n-th event of this type has come. */
  interruptAt?: readonly [AdapterEventType, number];
  turns?: number;
};

const yes = { approved: true };
const no = { approved: false };
const cases: Record<string, Case> = {
  '01-simple-turn': {},
  '04-command-approval-accept': { answers: [yes] },
  '06-command-approval-decline': { answers: [no] },
  '07-command-approval-cancel': { answers: [{ approved: false, endTurn: true }] },
  '11-file-change-auto': {},
  '12-file-change-approval-accept': { answers: [{ approved: true, scope: 'session' }] },
  '13-file-change-approval-decline': { answers: [no] },
  '14-file-change-approval-cancel': { answers: [{ approved: false, endTurn: true }] },
  '17-permissions-request': { answers: [yes, no] },
  '18-request-user-input': { answers: [{ approved: true, answers: { 'Which database?': 'Postgres' } }] },
  '19-mcp-elicitation': {
    answers: [yes, { approved: true, answers: { 'Which branch? Branch': 'main', 'Which branch? force': 'false' } }, no],
  },
  '20-plan-update': {},
  '23-interrupt-during-stream': { interruptAt: ['STREAM_CHUNK', 1] },
  '24-interrupt-during-command': { interruptAt: ['TOOL_UPDATED', 3] },
  '25-interrupt-during-approval': { interruptAt: ['TOOL_APPROVAL_REQUESTED', 1] },
  '30-code-mode': { answers: [yes, yes, yes] },
  '41-http-401': {},
  '49-context-window-exceeded': {},
  '51-stream-disconnect': {},
  '77-auto-review': {},
};

const resolveFixture = createRequire(import.meta.url).resolve;
const replay = resolveFixture('@collagility/fixtures/fake-clis/codex-replay.mjs');
const folder = dirname(resolveFixture('@collagility/fixtures/agents/codex/0.171.0/errors.json'));

test.each(Object.entries(cases))('%s', async (name, { answers = [], interruptAt }) => {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'clg-golden-')));
  const log = join(workspace, 'answers.jsonl');
  const environment = {
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    CODEX_REPLAY: join(folder, `${name}.jsonl`),
    CODEX_REPLAY_ANSWERS: log,
  };
  const adapter = new CodexAdapter('codex-1', { environment, clock: { wallMs: () => 0, monotonicMs: () => 0 } });
  const init = await adapter.initialize({ workspacePath: workspace, binaryPath: replay });
  const events: AdapterEvent[] = [];
  await adapter.sendPrompt({ promptId: 'p1', correlationId: 'c1', text: 'go' });
  const left = [...answers];
  for await (const event of adapter.streamEvents()) {
    events.push(event);
    if (event.type === 'TOOL_APPROVAL_REQUESTED' && interruptAt === undefined) {
      await adapter.approveTool({ ...(left.shift() ?? no), toolId: event.payload.requestId });
    }
    const [type, count] = interruptAt ?? [];
    if (event.type === type && events.filter((one) => one.type === type).length === count) await adapter.interrupt();
    if (event.type === 'STREAM_END') break;
  }
  await adapter.terminate();
  // An interrupt does not wait for the answers that it gives.
  const said = interruptAt === undefined && existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  const lines = [
    JSON.stringify({ unasked: init.unasked }),
    ...events.filter((event) => event.type !== 'RAW' || event.payload.nativeType !== 'stderr').map(lineOf),
    ...said.map((answer) => `{"answered":${answer}}`),
  ];
  rmSync(workspace, { recursive: true, force: true });
  const text = `${lines.join('\n').replaceAll(workspace, '/home/dev/project')}\n`;
  await expect(text).toMatchFileSnapshot(join(folder, `${name}.events.jsonl`));
});

function lineOf(event: AdapterEvent): string {
  const lane = event.promptId === undefined ? { lane: 'session' } : {};
  return JSON.stringify({ type: event.type, ...lane, ...shown(event) });
}

/** Native lines are in the recording already. */
function shown(event: AdapterEvent): object {
  if (event.type === 'RAW') return { nativeType: event.payload.nativeType };
  if (event.type === 'TOOL_APPROVAL_REQUESTED') {
    const { nativeRequest: _, ...request }: Request = event.payload;
    return request;
  }
  return event.payload;
}
