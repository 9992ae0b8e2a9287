import { type Clock, systemClock, systemTimer, type Timer } from '../../pipeline/timer.ts';
import type { AdapterFactory, AgentDetection } from '../../port.ts';
import { MockAgentAdapter } from './mock-adapter.ts';
import { MockSessions } from './mock-sessions.ts';
import { mockRow } from './row.ts';

export { demoFolder } from './demo-folder.ts';
export { MockAgentAdapter } from './mock-adapter.ts';
export { mockRow } from './row.ts';
export { helpText, promptWords } from './words.ts';

export type MockFactoryOptions = { clock?: Clock; timer?: Timer; speed?: number };

const detection: AgentDetection = {
  installed: true,
  version: '1',
  loggedIn: true,
  detail: 'A scripted demo: no model is asked, nothing leaves this computer.',
};

/** The door of the mock agent. Adapters of one factory share their sessions, so that one can resume another's. */
export function mockFactory(options: MockFactoryOptions = {}): AdapterFactory {
  const sessions = new MockSessions();
  const { clock = systemClock, timer = systemTimer, speed = 1 } = options;
  return {
    provider: mockRow.provider,
    name: mockRow.name,
    row: mockRow,
    detect: () => Promise.resolve(detection),
    create: (id) => new MockAgentAdapter(id, { clock, timer, speed, sessions }),
  };
}
