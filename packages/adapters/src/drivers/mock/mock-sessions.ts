import type { PromptPayload } from '../../port.ts';
import type { MockSession } from './scenario.ts';

/** Enough for a test to look back at. */
const maxLogged = 100;

type LoggedPrompt = {
  nativeSessionId: string;
  text: string;
  earlier: number;
  systemPrompt: string;
  contextFiles: string[];
};

/** The sessions of all mock agents made by one factory: they live as long as the bridge. */
export class MockSessions {
  /** The latest prompts, with how many their session had seen before. */
  readonly log: LoggedPrompt[] = [];
  readonly #sessions = new Map<string, MockSession>();
  #count = 0;

  get latestId(): string {
    return `mock-session-${this.#count}`;
  }

  note(session: MockSession, prompt: PromptPayload, systemPrompt: string): void {
    const { text, contextFiles = [] } = prompt;
    this.log.push({
      nativeSessionId: session.nativeSessionId,
      text,
      earlier: session.prompts.length,
      systemPrompt,
      contextFiles: contextFiles.map((file) => file.filePath),
    });
    if (this.log.length > maxLogged) this.log.shift();
    session.prompts.push(text);
  }

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
