import type { CapabilityRow } from '../capabilities.ts';
import type { AdapterConfig, IAgentAdapter } from '../port.ts';

/** What a driver's agent must be able to be brought to do, by name. */
export const contractScenarios = {
  text: 'A short answer of several pieces; the world’s `answer` is its whole text.',
  reasoning: 'Some reasoning, then a short answer.',
  write: 'Writes one file that is not there, after asking, and then ends with any answer.',
  shell: 'Runs one command that leaves a trace, after asking, and then ends with any answer.',
  requests: 'Asks twice or more in one turn, at once or one after the other, then ends.',
  question: 'Asks a question with options, then ends.',
  plan: 'Shows a plan for review, then ends.',
  edit: 'Changes an existing file by its edit tool, after asking, then ends.',
  slow: 'Writes text until it is interrupted.',
  slowTool: 'Runs a tool, after asking, until it is interrupted.',
  crash: 'Writes some text, then the process dies: by itself, or where the world has `die`, when that is called.',
  bigOutput: 'A tool prints two megabytes, then the turn ends.',
  memory: 'Any short answer; the world says whether the agent saw the earlier turns.',
} as const;
export type ContractScenario = keyof typeof contractScenarios;

/** One driver with its scripted agent, made afresh for every test, or for a few of them if it can be tidied. */
export interface ContractWorld {
  /** A fresh adapter; all of one world can resume each other's sessions. */
  create(): IAgentAdapter;
  /** Config with an empty workspace of this world's own. */
  readonly config: AdapterConfig;
  /** Brings the agent to play this in its next turn; resolves to the prompt to send. */
  script(name: ContractScenario): Promise<string>;
  /** How many prompts the agent had in its conversation before the latest one, where that can be seen. */
  earlierPrompts?(): number;
  /** The whole text of `text`. */
  readonly answer: string;
  /** Kills the agent's process in the middle of `crash`; called once something of it has been heard. */
  die?(): void;
  /** The prompts that reached the agent, as it read them, oldest first. */
  promptsSeen(): string[];
  /** Whether the write or the command of these scenarios took effect. */
  hasRun(name: 'write' | 'shell'): boolean;
  /** Whether the agent saw the earlier turns in its last one. */
  remembered(): boolean;
  /** Another input for the call of `shell`, and whether that ran. */
  readonly edited: { input: Record<string, unknown>; hasRun(): boolean };
  /** A model that the agent can change to. */
  readonly otherModel: string;
  /** A session id that the agent does not know. */
  readonly unknownSessionId: string;
  /** A command of the agent, and whether it took effect. */
  readonly command?: { text: string; hasRun(): boolean };
  /** The system prompt of the last turn as the agent or its model read it. */
  systemPromptSeen?(): string;
  /** An MCP server of the world, and whether the agent has talked to it. */
  readonly mcp?: { servers: Record<string, unknown>; wasAsked(): boolean };
  /** The names of the context files of the last turn, as they reached the agent. */
  contextFilesSeen?(): string[];
  /**
   * Removes what the scenarios left behind, so that an idle agent of this world can serve another test as well; false
   * where one of them must not meet it. Without this, every test starts an agent of its own.
   */
  tidy?(): Promise<boolean>;
  /** Ends everything that the world started. */
  close(): Promise<void>;
}

export type ContractSetup = {
  row: CapabilityRow;
  open(): Promise<ContractWorld>;
  /** Scenarios that this driver's agent cannot be brought to play, each with its reason and where it is proven instead. */
  without?: Partial<Record<ContractScenario, string>>;
  /** Single tests that this agent cannot pass by itself, each with its reason; they show as left out. */
  leaveOut?: ReadonlyArray<{ title: RegExp; reason: string }>;
  /**
   * Tests of what the matrix claims with a limitation run too: for real agents, so that a limitation hides no more than
   * it says. What it does hide is named in `leaveOut`.
   */
  triesLimited?: boolean;
  /** The agent shortens long outputs by itself: they must arrive, but not whole. */
  cutsOutput?: boolean;
  /** Time for one test; a real process needs some. */
  timeoutMs?: number;
};
