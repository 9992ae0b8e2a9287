import { scenarios } from '@collagility/fixtures/agents/codex/scenarios.ts';
import { openWorkspace } from '@collagility/fixtures/agents/codex/workspace.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fieldsAt } from '../../fields.ts';
import type {
  AdapterConfig,
  AdapterEvent,
  AdapterEventOf,
  AdapterEventType,
  ToolApprovalDecision,
} from '../../port.ts';
import { isOlder } from '../../version-order.ts';
import { CodexAdapter } from './adapter.ts';
import { askCodex } from './detect.ts';
import { FakeCodex } from './fake-codex.ts';
import type { CodexWaits } from './options.ts';

// How the driver bears an app-server that misbehaves, and what it says to one that behaves.

// Each test starts a process, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

const opened: Array<() => Promise<void>> = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((close) => close()));
});

const waits: Partial<CodexWaits> = { answerMs: 15_000, graceMs: 200, overloadMs: [1, 1, 1] };

type Decide = (
  request: AdapterEventOf<'TOOL_APPROVAL_REQUESTED'>['payload'],
) => Omit<ToolApprovalDecision, 'toolId'> | undefined;

function open(faults: string[] = [], more: Partial<CodexWaits> = {}) {
  const workspace = openWorkspace();
  const fake = new FakeCodex(faults);
  const adapter = new CodexAdapter('codex-f', { environment: fake.environment, waits: { ...waits, ...more } });
  opened.push(async () => {
    await adapter.terminate();
    fake.remove();
    workspace.remove();
  });
  const config: AdapterConfig = { workspacePath: workspace.folder, binaryPath: fake.binaryPath };
  const events: AdapterEvent[] = [];
  const iterator = adapter.streamEvents()[Symbol.asyncIterator]();
  const of = <T extends AdapterEventType>(type: T) =>
    events.flatMap((event) => (event.type === type ? [event.payload as AdapterEventOf<T>['payload']] : []));
  async function until(type: AdapterEventType, decide: Decide = () => ({ approved: true })): Promise<void> {
    for (;;) {
      const { value } = await iterator.next();
      if (value === undefined) throw new Error('The events ended.');
      events.push(value);
      if (value.type === type) return;
      if (value.type !== 'TOOL_APPROVAL_REQUESTED') continue;
      const decision = decide(value.payload);
      if (decision !== undefined) await adapter.approveTool({ ...decision, toolId: value.payload.requestId });
    }
  }
  let count = 0;
  return {
    adapter,
    config,
    fake,
    of,
    until,
    folder: workspace.folder,
    async turn(name: string, decide?: Decide, stopAt: AdapterEventType = 'STREAM_END') {
      fake.addTurn(scenarios[name]?.(workspace.folder) ?? []);
      await this.send(name, decide, stopAt);
    },
    async send(text: string, decide?: Decide, stopAt: AdapterEventType = 'STREAM_END') {
      count += 1;
      events.splice(0);
      await adapter.sendPrompt({ promptId: `p${count}`, correlationId: `c${count}`, text });
      await until(stopAt, decide);
    },
    said: () =>
      of('BLOCK_END')
        .filter((block) => !block.reasoning)
        .map((block) => block.text),
    sent: (method: string) =>
      fake
        .received()
        .filter((line) => line['method'] === method)
        .map((line) => fieldsAt(line, 'params')),
  };
}

const answer = 'The answer comes in several pieces, one after the other, until it is whole.';

describe('noise on the line', () => {
  test.each([
    ['garbage', 'lines that are no messages'],
    ['half-lines', 'lines in two pieces'],
    ['unknown-items', 'items and notifications that are not known'],
    ['doubled', 'the end of a message and of the turn, twice'],
    ['early-start', 'the turn’s start before the answer to the request'],
    ['late-events', 'pieces of a turn that is over'],
  ])('%s (%s) changes nothing of the answer, and the next turn works', async (fault) => {
    const one = open([fault]);
    await one.adapter.initialize(one.config);
    for (let round = 0; round < 2; round += 1) {
      await one.turn('text');
      expect(one.said()).toEqual([answer]);
      expect(one.of('STREAM_END')).toMatchObject([{ outcome: 'completed' }]);
    }
  });

  test('a call that is said to begin and to end twice is one call', async () => {
    const one = open(['doubled']);
    await one.adapter.initialize(one.config);
    await one.turn('shell');
    expect(one.of('TOOL_STARTED')).toHaveLength(1);
    expect(one.of('TOOL_EXECUTED')).toHaveLength(1);
  });

  test('a request that is not known is refused, not left open', async () => {
    const one = open(['unknown-request']);
    await one.adapter.initialize(one.config);
    await one.turn('text');
    expect(one.said()).toEqual([answer]);
    expect(one.of('RAW').map((raw) => raw.nativeType)).toContain('attestation/generate');
  });
});

describe('start', () => {
  test('a full queue is asked again, later', async () => {
    const one = open(['overloaded']);
    await one.adapter.initialize(one.config);
    await one.turn('text');
    expect(one.said()).toEqual([answer]);
    expect(one.sent('account/read')).toHaveLength(3);
  });

  test('a queue that stays full is told, after the last try', async () => {
    const one = open(['overloaded-for-good']);
    await expect(one.adapter.initialize(one.config)).rejects.toMatchObject({ code: 'PROTOCOL_VIOLATION' });
  });

  test.each([
    ['logged-out', 'AUTH_CREDENTIAL_INVALID', 'codex login'],
    ['no-program', 'PROVIDER_NOT_FOUND', 'npm install -g @openai/codex'],
    ['broken-config', 'PROTOCOL_VIOLATION', 'config.toml'],
  ])('%s is %s, and says what helps', async (fault, code, fix) => {
    const one = open([fault]);
    const failed = one.adapter.initialize(one.config);
    await expect(failed).rejects.toMatchObject({ code, detail: { fix: expect.stringContaining(fix) } });
    expect(one.adapter.status).toBe('FAILED');
  });

  test('silence is not waited for without end', async () => {
    const one = open(['silent-start'], { answerMs: 100 });
    await expect(one.adapter.initialize(one.config)).rejects.toMatchObject({ code: 'PROTOCOL_VIOLATION' });
  });

  test('a folder that is not there is refused before anything starts', async () => {
    const one = open();
    const failed = one.adapter.initialize({ ...one.config, workspacePath: '/no/such/folder' });
    await expect(failed).rejects.toMatchObject({ message: expect.stringContaining('/no/such/folder') });
    expect(one.fake.received()).toEqual([]);
  });

  test('what runs unasked is told: rules of the user, another reviewer, a looser mode', async () => {
    const ruled = open();
    ruled.fake.addRules(
      '# prefix_rule(pattern=["rm"], decision="allow")\nprefix_rule(pattern=["git", "status"], decision="allow")\nprefix_rule(pattern=["rm"], decision="forbidden")\n',
    );
    const { unasked } = await ruled.adapter.initialize(ruled.config);
    expect(unasked).toEqual(['commands that begin with `git status` (a rule of Codex)']);
    const reviewed = open(['auto-review']);
    expect((await reviewed.adapter.initialize(reviewed.config)).unasked).toEqual([
      expect.stringContaining('auto_review'),
    ]);
    const loose = open();
    expect((await loose.adapter.initialize({ ...loose.config, permissionMode: 'read-only' })).unasked).toHaveLength(1);
    const strict = open();
    const config = { ...strict.config, permissionMode: 'full-access', askForEverything: true };
    expect((await strict.adapter.initialize(config)).unasked).toEqual([]);
  });

  test('is opened so that nothing is written into the user’s config, and every turn says what it may', async () => {
    const one = open();
    await one.adapter.initialize(one.config);
    await one.turn('text');
    expect(one.sent('thread/start')).toMatchObject([{ sandbox: 'read-only', approvalsReviewer: 'user' }]);
    expect(one.sent('turn/start')).toMatchObject([
      { approvalPolicy: 'untrusted', approvalsReviewer: 'user', sandboxPolicy: { type: 'workspaceWrite' } },
    ]);
    const [hello] = one.sent('initialize');
    expect(fieldsAt(hello ?? {}, 'capabilities')['optOutNotificationMethods']).toContain(
      'remoteControl/status/changed',
    );
  });
});

describe('a turn', () => {
  test('that is refused has failed, and the next one can be sent', async () => {
    const one = open(['refuses-turn']);
    await one.adapter.initialize(one.config);
    await one.turn('text');
    expect(one.of('STREAM_END')).toMatchObject([{ outcome: 'failed', error: { code: 'PROTOCOL_VIOLATION' } }]);
    expect(one.adapter.status).toBe('READY');
  });

  test('that a retry cuts takes back what was said', async () => {
    const one = open();
    await one.adapter.initialize(one.config);
    one.fake.addTurn([
      { content: [{ type: 'text', text: answer }], chunkSize: 8, cut: { afterEvents: 3, how: 'destroy' } },
    ]);
    await one.send('cut');
    expect(one.of('RETRACTED')).toHaveLength(1);
    expect(one.said()).toEqual([answer]);
    expect(one.of('ERROR')).toMatchObject([{ error: { code: 'PROVIDER_UNREACHABLE' } }]);
  });

  test('that fails tells its class once as error and once as end', async () => {
    const one = open();
    await one.adapter.initialize(one.config);
    one.fake.addTurn([{ error: { status: 0, type: 'usageLimitExceeded', message: 'You’ve hit your usage limit.' } }]);
    await one.send('limit');
    expect(one.of('ERROR')).toMatchObject([{ error: { code: 'QUOTA_EXHAUSTED' } }]);
    expect(one.of('STREAM_END')).toMatchObject([{ outcome: 'failed', error: { code: 'QUOTA_EXHAUSTED' } }]);
  });

  test.each(['dies-on-input', 'silent-exit'])(
    '%s: an end of the process is a crash, whatever its code',
    async (fault) => {
      const one = open([fault]);
      await one.adapter.initialize(one.config);
      await one.turn('text');
      expect(one.of('STREAM_END')).toMatchObject([{ outcome: 'failed', error: { code: 'PROCESS_CRASHED' } }]);
      expect(one.adapter.status).toBe('FAILED');
    },
  );

  test('that is silent for long is told as stalled, and goes on', async () => {
    const one = open(['stalls'], { stallMs: 50 });
    await one.adapter.initialize(one.config);
    await one.turn('text', undefined, 'ERROR');
    expect(one.of('ERROR')).toMatchObject([{ error: { code: 'STALLED' } }]);
    await one.adapter.interrupt();
  });
});

describe('interrupt', () => {
  test.each([['no-ack'], ['no-end']])('%s: where the turn does not end, the process is ended', async (fault) => {
    const one = open([fault, 'immortal'], { interruptStepMs: 200 });
    await one.adapter.initialize(one.config);
    await one.turn('slow', undefined, 'STREAM_CHUNK');
    await one.adapter.interrupt();
    await one.until('STREAM_END');
    expect(one.of('STATUS')).toMatchObject([{ code: 'interrupt_escalated' }]);
    expect(one.of('STREAM_END')).toMatchObject([{ outcome: 'interrupted' }]);
    expect(one.adapter.status).toBe('FAILED');
  });

  test('ends the command too, which the turn’s end leaves running', async () => {
    const one = open();
    await one.adapter.initialize(one.config);
    await one.turn('slowTool', undefined, 'TOOL_APPROVAL_REQUESTED');
    const [request] = one.of('TOOL_APPROVAL_REQUESTED');
    await one.adapter.approveTool({ toolId: request?.requestId ?? '', approved: true });
    await one.adapter.interrupt();
    await one.until('STREAM_END');
    expect(one.sent('thread/backgroundTerminals/clean')).toHaveLength(1);
    expect(one.of('TOOL_EXECUTED')).toHaveLength(1);
  });
});

describe('answers', () => {
  const decide =
    (decision: Omit<ToolApprovalDecision, 'toolId'>): Decide =>
    () =>
      decision;

  test.each([
    ['shell', { approved: true, scope: 'session' }, 'acceptForSession'],
    ['write', { approved: true, scope: 'session' }, 'accept'],
    ['shell', { approved: false }, 'decline'],
    ['shell', { approved: false, endTurn: true }, 'cancel'],
  ] as const)('of a %s: %o is said as %s, and no rule for good is ever written', async (name, decision, said) => {
    const one = open();
    await one.adapter.initialize(one.config);
    await one.turn(name, decide(decision));
    expect(one.fake.answers()).toEqual([{ decision: said }]);
  });

  test('a refusal with words, and one for lack of time, reach the running turn as text', async () => {
    const one = open();
    await one.adapter.initialize(one.config);
    await one.turn('shell', decide({ approved: false, userFeedback: 'Use the other folder.' }));
    await one.turn('shell', decide({ approved: false, refusal: 'expired' }));
    const notes = one.sent('turn/steer').map((params) => JSON.stringify(params['input']));
    expect(notes[0]).toContain('Use the other folder.');
    expect(notes[1]).toContain('That is not a refusal');
  });

  test('permissions are granted as asked, for this turn only, or not at all', async () => {
    const one = open();
    await one.adapter.initialize(one.config);
    const permissions = { network: { enabled: true }, fileSystem: null };
    const step = { content: [{ type: 'tool_use' as const, name: 'permissions', input: { permissions } }] };
    one.fake.addTurn([step, step]);
    const decisions = [true, false];
    await one.send('go', () => ({ approved: decisions.shift() === true, scope: 'session' }));
    expect(one.fake.answers()).toEqual([
      { permissions: { network: { enabled: true } }, scope: 'turn' },
      { permissions: {}, scope: 'turn' },
    ]);
  });

  test('a form that is not filled in as it must be is declined', async () => {
    const one = open();
    await one.adapter.initialize(one.config);
    const requestedSchema = { properties: { count: { type: 'integer' } }, required: ['count'] };
    const input = { mode: 'form', serverName: 'demo', message: 'How many?', requestedSchema };
    const step = { content: [{ type: 'tool_use' as const, name: 'elicit', input }] };
    one.fake.addTurn([step, step]);
    const counts = ['many', '3'];
    await one.send('go', () => ({ approved: true, answers: { 'How many? count': counts.shift() ?? '' } }));
    expect(one.fake.answers()).toMatchObject([{ action: 'decline' }, { action: 'accept', content: { count: 3 } }]);
  });
});

describe('detection', () => {
  test('tells version and login, and the fix where one is missing', async () => {
    const fine = new FakeCodex();
    const out = new FakeCodex(['logged-out']);

    opened.push(async () => {
      fine.remove();
      out.remove();
    });
    expect(await askCodex(fine.environment, fine.binaryPath)).toEqual({
      installed: true,
      binaryPath: fine.binaryPath,
      version: '0.171.0',
      loggedIn: true,
    });
    expect(await askCodex(out.environment, out.binaryPath)).toMatchObject({
      loggedIn: false,
      fix: expect.stringContaining('codex login'),
    });
    expect(await askCodex({ PATH: '/nowhere' })).toMatchObject({
      installed: false,
      fix: expect.stringContaining('npm install -g @openai/codex'),
    });
  });

  test('versions are compared by number', () => {
    expect(isOlder('0.99.1', '0.171.0')).toBe(true);
    expect(isOlder('0.171.0', '0.171.0')).toBe(false);
    expect(isOlder('1.0.0-alpha.2', '0.171.0')).toBe(false);
  });
});
