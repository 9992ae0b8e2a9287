import type { DatabaseSync } from 'node:sqlite';
import type { Checkpoint } from '@collagility/adapters/pipeline';
import type { RoomIdentity } from '@collagility/protocol/host/contract';
import { inTransaction } from './transaction.ts';

/** What one agent needs to come back after a restart. */
export type AgentMemory = {
  provider: string;
  checkpoint?: Checkpoint;
  /** The checkpoint is another agent's, of which a copy is still to be made. */
  isFork?: boolean;
  /** With `isFork`: where in that session the copy ends. */
  forkAt?: string;
  model?: string;
  effort?: string;
  mode: 'ask' | 'act';
  /** Where it works, if not in the shared folder. */
  folder?: string;
};

export type TurnEnd = { agentId: string; nativeSessionId: string; forkPoint: string };

/** Small facts about the room that are not events: its key, its generation, its agents' sessions. */
export interface JournalMeta {
  identity(): RoomIdentity | undefined;
  setIdentity(identity: RoomIdentity): void;
  /** Raises the generation and keeps the new boot name; on disk when it returns (CLG-12). */
  nextBoot(boot: Uint8Array, atLeast?: number): number;
  generation(): number;
  text(key: string): string | undefined;
  setText(key: string, value: string): void;
  agent(agentId: string): AgentMemory | undefined;
  /** Where the agent's session stood at the end of a turn, in the agent's own names. */
  turnEnd(promptId: string): TurnEnd | undefined;
  setTurnEnd(promptId: string, end: TurnEnd): void;
  setAgent(agentId: string, memory: AgentMemory): void;
  /** Salt and raw bytes of a request, for an auditor; never in an event (CLG-72). */
  keepApprovalSecret(approvalId: string, salt: Uint8Array, nativeRequest: string): void;
  approvalSecret(approvalId: string): { salt: Uint8Array; nativeRequest: string } | undefined;
}

export function createJournalMeta(database: DatabaseSync): JournalMeta {
  const select = database.prepare('SELECT value FROM meta WHERE key = ?');
  const upsert = database.prepare(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  );
  const insertSecret = database.prepare(
    'INSERT OR REPLACE INTO approval_secrets (approval_id, salt, native_request) VALUES (?, ?, ?)',
  );
  const selectSecret = database.prepare('SELECT salt, native_request FROM approval_secrets WHERE approval_id = ?');
  const get = (key: string): Uint8Array | undefined => {
    const value = select.get(key)?.value;
    return value instanceof Uint8Array ? value : undefined;
  };
  const set = (key: string, value: Uint8Array): void => {
    inTransaction(database, () => upsert.run(key, value));
  };
  const text = (key: string) => {
    const bytes = get(key);
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  };
  const setText = (key: string, value: string) => set(key, new TextEncoder().encode(value));
  const generation = () => Number(text('gen') ?? 0);

  return {
    identity() {
      const publicKey = get('hk_pk');
      const secretKey = get('hk_sk');
      const roomId = text('room_id');
      if (publicKey === undefined || secretKey === undefined || roomId === undefined) return undefined;
      return { publicKey, secretKey, roomId };
    },
    setIdentity({ publicKey, secretKey, roomId }) {
      inTransaction(database, () => {
        set('hk_pk', publicKey);
        set('hk_sk', secretKey);
        setText('room_id', roomId);
      });
    },
    nextBoot(boot, atLeast = 0) {
      return inTransaction(database, () => {
        const gen = Math.max(generation(), atLeast) + 1;
        setText('gen', String(gen));
        set('boot', boot);
        return gen;
      });
    },
    generation,
    text,
    setText,
    agent(agentId) {
      const json = text(`agent:${agentId}`);
      return json === undefined ? undefined : JSON.parse(json);
    },
    setAgent: (agentId, memory) => setText(`agent:${agentId}`, JSON.stringify(memory)),
    turnEnd(promptId) {
      const json = text(`turn_end:${promptId}`);
      return json === undefined ? undefined : JSON.parse(json);
    },
    setTurnEnd: (promptId, end) => setText(`turn_end:${promptId}`, JSON.stringify(end)),
    keepApprovalSecret(approvalId, salt, nativeRequest) {
      inTransaction(database, () => insertSecret.run(approvalId, salt, nativeRequest));
    },
    approvalSecret(approvalId) {
      const row = selectSecret.get(approvalId);
      if (row === undefined || !(row.salt instanceof Uint8Array) || typeof row.native_request !== 'string')
        return undefined;
      return { salt: row.salt, nativeRequest: row.native_request };
    },
  };
}
