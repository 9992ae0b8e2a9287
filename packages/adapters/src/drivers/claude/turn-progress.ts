import type { Turn } from '../../event-writer.ts';
import { type Fields, textAt } from '../../fields.ts';

/** Follows one prompt, and the text that was added to it while it ran, through the agent. */
export class TurnProgress {
  readonly turn: Turn;
  /** Our id of the prompt in the agent's words; ties a result to the prompt that it answers. */
  readonly promptUuid: string;
  /** Added text that has not begun to be answered. */
  readonly #waitingSteers = new Set<string>();
  readonly #uuids = new Set<string>();
  /** The agent's last whole message in it, outside of sub-agents: where a copy of the session may end. */
  lastMessage: string | undefined;
  #isTaken = false;

  constructor(turn: Turn, promptUuid: string) {
    this.turn = turn;
    this.promptUuid = promptUuid;
    this.#uuids.add(promptUuid);
  }

  get isTaken(): boolean {
    return this.#isTaken;
  }

  get hasWaitingSteer(): boolean {
    return this.#waitingSteers.size > 0;
  }

  /** True the first time only. */
  take(): boolean {
    const isFirst = !this.#isTaken;
    this.#isTaken = true;
    return isFirst;
  }

  said(assistantLine: Fields): void {
    if (textAt(assistantLine, 'parent_tool_use_id') === undefined) this.lastMessage = textAt(assistantLine, 'uuid');
  }

  addSteer(uuid: string): void {
    this.#waitingSteers.add(uuid);
    this.#uuids.add(uuid);
  }

  read(uuid: string, state: string): void {
    if (state !== 'queued') this.#waitingSteers.delete(uuid);
  }

  /** A result that names no prompt answers the running one. */
  answers(promptUuids: readonly string[]): boolean {
    return promptUuids.length === 0 || promptUuids.some((uuid) => this.#uuids.has(uuid));
  }
}
