import type { PromptPayload } from '../../port.ts';
import type { Stage } from './stage.ts';

/** What a mock session remembers. */
export type MockSession = { readonly nativeSessionId: string; readonly prompts: string[] };

/** What a script may do beyond saying things. */
export type Backstage = {
  readonly prompt: PromptPayload;
  /** The prompt behind its first word. */
  readonly rest: string;
  readonly session: MockSession;
  readonly systemPrompt: string;
  /** What came into the running turn since the last look. */
  takeSteered(): string[];
  /** The process "dies" here. */
  crash(message: string): never;
  /** From now on an interrupt is not heard. */
  ignoreInterrupt(): void;
  /** Runs once the turn has ended. */
  afterEnd(work: () => void): void;
  /** A new session id, as agents give one when they clear their memory. */
  startNewSession(): void;
};

export type Scenario = (stage: Stage, backstage: Backstage) => Promise<void>;
