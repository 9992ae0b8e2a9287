import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { goldenLine, isStderr } from '../../golden-text.ts';
import type { AdapterEvent, AdapterEventType, ToolApprovalDecision } from '../../port.ts';
import { PiAdapter } from './adapter.ts';

// What pi 1.6.0 was recorded to say → the events of the room. `vitest run golden -u` writes them again after a change
// that is meant.

vi.setConfig({ testTimeout: 20_000 });

type Case = {
  answers?: Array<Omit<ToolApprovalDecision, 'toolId'>>;
  /** Interrupts when the n-th event of this type has come. */
  interruptAt?: readonly [AdapterEventType, number];
  turns?: number;
};

const cases: Record<string, Case> = {
  '02-text': {},
  '03-tool-allow': { answers: [{ approved: true }] },
  '04-tool-deny': { answers: [{ approved: false, userFeedback: 'Not here.' }] },
  '08-edit-diff': { turns: 2, answers: [{ approved: true }, { approved: true }] },
  '10-slash': {},
  '14-abort-during-approval': { interruptAt: ['TOOL_APPROVAL_REQUESTED', 1] },
  '16-abort-during-tool': { interruptAt: ['TOOL_UPDATED', 1], answers: [{ approved: true }] },
};

const resolveFixture = createRequire(import.meta.url).resolve;
const replay = resolveFixture('@collagility/fixtures/fake-clis/pi-replay.mjs');
const folder = dirname(resolveFixture('@collagility/fixtures/agents/pi/1.6.0/02-text.jsonl'));

test.each(Object.entries(cases))('%s', async (name, { answers = [], interruptAt, turns = 1 }) => {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'clg-golden-')));
  const log = join(workspace, 'answers.jsonl');
  const environment = {
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    PI_REPLAY: join(folder, `${name}.jsonl`),
    PI_REPLAY_ANSWERS: log,
  };
  const adapter = new PiAdapter('pi-1', { environment, clock: { wallMs: () => 0, monotonicMs: () => 0 } });
  await adapter.initialize({ workspacePath: workspace, binaryPath: replay });
  const events: AdapterEvent[] = [];
  const left = [...answers];
  await adapter.sendPrompt({ promptId: 'p1', correlationId: 'c1', text: 'go' });
  for await (const event of adapter.streamEvents()) {
    events.push(event);
    const count = events.filter(({ type }) => type === event.type).length;
    if (event.type === interruptAt?.[0] && count === interruptAt[1]) await adapter.interrupt();
    else if (event.type === 'TOOL_APPROVAL_REQUESTED') {
      await adapter.approveTool({ ...(left.shift() ?? { approved: false }), toolId: event.payload.requestId });
    }
    if (event.type !== 'STREAM_END') continue;
    if (count === turns) break;
    await adapter.sendPrompt({ promptId: `p${count + 1}`, correlationId: 'c', text: 'go on' });
  }
  await adapter.terminate();
  // An interrupt does not wait for the answers that it gives.
  const said = interruptAt === undefined && existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  const lines = [...events.filter((event) => !isStderr(event)).map(goldenLine), ...said];
  rmSync(workspace, { recursive: true, force: true });
  const text = `${lines.join('\n').replaceAll(workspace, '/home/dev/project')}\n`;
  await expect(text).toMatchFileSnapshot(join(folder, `${name}.events.jsonl`));
});
