/**
 * What the page knows of the room, and what it can ask for. The Worker that holds keys and socket posts `RoomView`
 * values and takes `RoomActions`; components see these two and nothing of crypto or transport.
 */
import type { TerminalNews } from '@collagility/protocol/client/terminals';
import type { ClientPhase, ClientView } from '@collagility/protocol/client/view';
import type { Command } from '@collagility/protocol/commands';
import type { BlobRef } from '@collagility/protocol/events';
import type { AgentId, CommandId } from '@collagility/protocol/ids';
import type { WorkspaceAnswer, WorkspaceAsk } from '@collagility/protocol/workspace';

/** Where the page stands between the link and the live room: the client's phases and those before there is a client. */
export type RoomPhase =
  | ClientPhase
  | { name: 'no_link' }
  | { name: 'damaged_link' }
  /** Link read, nothing sent yet; waits for the person to press Join. */
  | { name: 'ready_to_join'; roomIdStart: string }
  | { name: 'other_browser' };

export type RoomView = Omit<ClientView, 'phase'> & { phase: RoomPhase };

export type RoomActions = {
  /** Sends `hello` under this name; allowed in `ready_to_join`. */
  join(name: string): void;
  useHere(): void;
  /** Signs what must be signed and sends it at least once; returns its id at once. */
  send(command: Unsigned<Command>): CommandId;
  retry(commandId: CommandId): void;
  dismiss(commandId: CommandId): void;
  typing(isTyping: boolean): void;
  /** Where this person looks, as `placeText` writes it. */
  looking(place: string): void;
  loadOlder(): void;
  /** Whole value of a blob, checked against its hash. */
  fetchBlob(ref: BlobRef): Promise<Uint8Array>;
  /** Asks the host about the shared folder; rejects with the host's code as its message. */
  ask<Ask extends WorkspaceAsk>(ask: Ask): Promise<WorkspaceAnswer<Ask>>;
  /** Uploads a picture or file for a prompt. */
  upload(bytes: Uint8Array, name: string, mimeType: string): Promise<{ blob: string; len: number; hash: string }>;
  /** A terminal's screen and all that follows on it, until the returned function is called. */
  watchTerminal(agentId: AgentId, news: (news: TerminalNews) => void): () => void;
  refreshTerminal(agentId: AgentId): void;
  pressKeys(agentId: AgentId, keys: string): void;
  reconnectNow(): void;
  leave(): void;
};

/** The Worker holds the device key: the page names the act, the Worker signs it over what was shown. */
export type Unsigned<C> = C extends { signed: unknown } ? Omit<C, 'signed'> : C;
