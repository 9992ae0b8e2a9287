import type { MockSession } from './scenario.ts';

/** The sessions of all mock agents made by one factory: they live as long as the bridge. */
export class MockSessions {
  readonly #sessions = new Map<string, MockSession>();
  #count = 0;

  create(prompts: string[] = []): MockSession {
    this.#count += 1;
    const session = { nativeSessionId: `mock-session-${this.#count}`, prompts };
    this.#sessions.set(session.nativeSessionId, session);
    return session;
  }

  /** `reconstructed`: an id of an earlier bridge, whose memory is gone. `undefined`: not one of ours. */
  resume(nativeSessionId: string): { session: MockSession; how: 'resumed' | 'reconstructed' } | undefined {
    const known = this.#sessions.get(nativeSessionId);
    if (known !== undefined) return { session: known, how: 'resumed' };
    const number = /^mock-session-(\d+)$/.exec(nativeSessionId)?.[1];
    if (number === undefined) return undefined;
    this.#count = Math.max(this.#count, Number(number));
    const session = { nativeSessionId, prompts: [] };
    this.#sessions.set(nativeSessionId, session);
    return { session, how: 'reconstructed' };
  }
}
