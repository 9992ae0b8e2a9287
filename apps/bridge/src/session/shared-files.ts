import type { AgentId, PromptId } from '@collagility/protocol/ids';
import type { RoomState } from '@collagility/protocol/state';
import type { NewEvent } from './engine-state.ts';

const maxFiles = 2_000;

/** Files that running turns changed in the shared folder: two agents in one file is said to both, once a turn. */
export class SharedFiles {
  readonly #touched = new Map<string, Map<AgentId, PromptId>>();
  readonly #said = new Set<string>();

  /** What has to be said after these events. */
  after(events: readonly NewEvent[], { agents }: RoomState): NewEvent[] {
    return events.flatMap((event) => {
      if (event.type === 'ai.execution.ended') this.#end(event.promptId);
      if (event.type !== 'ai.file.changed' || event.promptId === undefined) return [];
      // Whoever works in a folder of their own is in nobody's way.
      if (agents[event.agentId]?.place?.kind === 'own') return [];
      return this.#touch(event.path, event.agentId, event.promptId).flatMap((other) =>
        [
          { agentId: event.agentId, than: other },
          { agentId: other, than: event.agentId },
        ].map(
          ({ agentId, than }): NewEvent => ({
            type: 'ai.status',
            agentId,
            code: 'same_file',
            text: `${agents[than]?.name ?? than} is changing the same file in a running turn: ${event.path}`,
          }),
        ),
      );
    });
  }

  /** Agents whose running turn changed this file too, and to whom it was not said yet. */
  #touch(path: string, agentId: AgentId, promptId: PromptId): AgentId[] {
    const known = this.#touched.get(path) ?? new Map<AgentId, PromptId>();
    const others = [...known].filter(([other, turn]) => {
      const pair = [promptId, turn, path].sort().join('\n');
      if (other === agentId || this.#said.has(pair)) return false;
      this.#said.add(pair);
      return true;
    });
    if (this.#touched.size < maxFiles || this.#touched.has(path))
      this.#touched.set(path, new Map(known).set(agentId, promptId));
    return others.map(([other]) => other);
  }

  #end(promptId: PromptId): void {
    for (const [path, turns] of this.#touched) {
      for (const [agentId, turn] of turns) if (turn === promptId) turns.delete(agentId);
      if (turns.size === 0) this.#touched.delete(path);
    }
    for (const pair of this.#said) if (pair.split('\n').includes(promptId)) this.#said.delete(pair);
  }
}
