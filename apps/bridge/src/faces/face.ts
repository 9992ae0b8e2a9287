import type { RoomEvent } from '@collagility/protocol/events';
import type { AgentId, ApprovalId, CardId, MemberId, ParticipantId } from '@collagility/protocol/ids';
import type { LobbyCard } from '@collagility/protocol/private';
import type { RoomState } from '@collagility/protocol/state';
import type { OwnPage } from '../own-page.ts';
import type { LinkState } from '../relay-link/relay-link.ts';
import type { ReadyView } from '../terminal/ready-screen.ts';

/** The room as a face may look at it at any moment. */
export type RoomWindow = {
  state(): RoomState;
  self: ParticipantId;
  online(): MemberId[];
  cards(): LobbyCard[];
  link(): LinkState;
  hostMs(): number;
  wallMs(): number;
};

/** What the person at the keyboard (or the program on stdin) may do. */
export type HostActions = {
  admit(cardId: CardId): void;
  turnAway(cardId: CardId): void;
  answer(approvalId: ApprovalId, decision: { allow: boolean; scope: 'once' | 'session'; feedback?: string }): void;
  /** The turns of these agents end; without a list all that run. */
  interrupt(agentIds?: readonly AgentId[]): void;
  /** The held queues of these agents go on; without a list all that are held. */
  goOn(agentIds?: readonly AgentId[]): void;
  pauseOrResume(): void;
  panic(): void;
  openPage(): void;
  /** A link with which a browser on this machine becomes the host's: one use, 60 s. */
  newHostLink(): string;
  end(): void;
};

export type Ready = {
  view: ReadyView;
  roomId: string;
  links: Array<{ label: string; url: string }>;
  relay: string;
  page: OwnPage;
  /** The command that brings the room back under its link, as things are then. */
  comeBack(): string;
  agent: { id: string; name: string; version?: string; why: string };
};

/** How the bridge shows itself: to a person at a terminal, as text in a pipe, or as JSON lines. */
export type Face = {
  /** Something before the room is ready. */
  notice(text: string): void;
  ready(ready: Ready, window: RoomWindow, actions: HostActions): void;
  event(event: RoomEvent): void;
  /** People, cards, link or time moved on. */
  changed(): void;
  ending(): void;
  ended(): void;
};
