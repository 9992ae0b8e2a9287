import type { AgentId, CommandId } from '../ids.ts';
import { maxTerminalKeys, maxWaitingKeys } from '../limits.ts';

type Line = { waiting: string; sent?: CommandId };

/**
 * Keys of this page for terminals: sent at once, while one of them is on its way the next ones wait together. So fast
 * typing stays within the commands that a device may send, and keys arrive in the order in which they were pressed.
 */
export class TerminalKeys {
  readonly #send: (agentId: AgentId, keys: string) => CommandId;
  readonly #lines = new Map<AgentId, Line>();

  constructor(send: (agentId: AgentId, keys: string) => CommandId) {
    this.#send = send;
  }

  /** False where too much waits already: nothing of it is sent. */
  press(agentId: AgentId, keys: string): boolean {
    const line = this.#lines.get(agentId) ?? { waiting: '' };
    if (line.waiting.length + keys.length > maxWaitingKeys) return false;
    this.#lines.set(agentId, { ...line, waiting: line.waiting + keys });
    this.#next(agentId);
    return true;
  }

  /** The command has its final word: true where it was one of ours. Behind a refused one what waits is void: it was meant to follow on it. */
  ended(commandId: CommandId, isDone: boolean): boolean {
    for (const [agentId, line] of this.#lines) {
      if (line.sent !== commandId) continue;
      this.#lines.set(agentId, { waiting: isDone ? line.waiting : '' });
      this.#next(agentId);
      return true;
    }
    return false;
  }

  #next(agentId: AgentId): void {
    const line = this.#lines.get(agentId);
    if (line === undefined || line.sent !== undefined || line.waiting === '') return;
    const keys = headOf(line.waiting);
    // Told before it is sent: its word may come at once.
    this.#lines.set(agentId, { waiting: line.waiting.slice(keys.length) });
    const sent = this.#send(agentId, keys);
    this.#lines.set(agentId, { waiting: this.#lines.get(agentId)?.waiting ?? '', sent });
  }
}

/** As much as one command takes, never half a character. */
function headOf(keys: string): string {
  if (keys.length <= maxTerminalKeys) return keys;
  const last = keys.charCodeAt(maxTerminalKeys - 1);
  return keys.slice(0, last >= 0xd800 && last <= 0xdbff ? maxTerminalKeys - 1 : maxTerminalKeys);
}
