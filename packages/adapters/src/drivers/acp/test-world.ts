import { scenarios } from '@collagility/fixtures/agents/claude/scenarios.ts';
import { afterEach } from 'vitest';
import type {
  AdapterConfig,
  AdapterEvent,
  AdapterEventOf,
  AdapterEventType,
  ToolApprovalDecision,
} from '../../port.ts';
import type { AcpOptions } from './acp-options.ts';
import { AcpAdapter } from './adapter.ts';
import { FakeAcp, fakeProfile } from './fake-acp.ts';
import type { AcpProfile } from './profile.ts';

const open: Array<{ adapter: AcpAdapter; fake: FakeAcp }> = [];
afterEach(async () => {
  for (const { adapter, fake } of open.splice(0)) {
    await adapter.terminate();
    fake.remove();
  }
});

type Request = AdapterEventOf<'TOOL_APPROVAL_REQUESTED'>['payload'];
type Answer = (request: Request) => Omit<ToolApprovalDecision, 'toolId'>;
export const allow: Answer = () => ({ approved: true });

/** Both are ended with the test. */
export const endAfterTest = (one: (typeof open)[number]): unknown => open.push(one);

/** One adapter on a fake ACP agent that misbehaves as told, with its events read one by one. For tests only. */
export function world(faults: string[], profile: Partial<AcpProfile> = {}, options: AcpOptions = {}) {
  const fake = new FakeAcp(faults);
  const adapter = new AcpAdapter('acp', { ...fakeProfile, ...profile }, { environment: fake.environment, ...options });
  endAfterTest({ adapter, fake });
  const events: AdapterEvent[] = [];
  const iterator = adapter.streamEvents()[Symbol.asyncIterator]();
  const of = <T extends AdapterEventType>(type: T) =>
    events.flatMap((event) => (event.type === type ? [event.payload as AdapterEventOf<T>['payload']] : []));
  return {
    fake,
    adapter,
    events,
    of,
    start: (config: Partial<AdapterConfig> = {}) =>
      adapter.initialize({ workspacePath: fake.folder, binaryPath: fake.binaryPath, ...config }),
    async until(type: AdapterEventType, answer: Answer = allow) {
      for (;;) {
        const { value } = await iterator.next();
        if (value === undefined) throw new Error('The events ended.');
        events.push(value);
        if (value.type === type) return;
        if (value.type === 'TOOL_APPROVAL_REQUESTED') {
          await adapter.approveTool({ ...answer(value.payload), toolId: value.payload.requestId });
        }
      }
    },
    async turn(name: string, answer: Answer = allow, until: AdapterEventType = 'STREAM_END') {
      fake.addTurn(scenarios[name]?.(fake.folder) ?? []);
      await adapter.sendPrompt({ promptId: `p-${name}`, correlationId: 'c', text: `play ${name}` });
      await this.until(until, answer);
    },
  };
}
