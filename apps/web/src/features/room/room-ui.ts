'use client';
import type { AgentId, ApprovalId, ParticipantId, PromptId } from '@collagility/protocol/ids';
import type { Suggestion } from '@collagility/protocol/state';
import { createContext, useContext } from 'react';
import type { Draft } from '../composer/draft.ts';
import type { GoTo } from '../transcript/go-to.ts';

export type PanelTab = 'changes' | 'files' | 'plan' | 'chat';
/** What the Changes tab compares: the turn of a prompt (absent: the latest), the whole session, or since this person looked. */
export type ShownScope = { of: 'turn'; promptId?: PromptId } | { of: 'session' } | { of: 'since' };
export type PhoneTab = 'session' | 'changes' | 'people' | 'more';

export type OpenDialog =
  | { name: 'none' }
  | { name: 'invite' }
  | { name: 'door' }
  | { name: 'people' }
  | { name: 'rights'; participantId: ParticipantId }
  | { name: 'devices'; participantId: ParticipantId }
  | { name: 'hand-over'; participantId: ParticipantId }
  | { name: 'remove'; participantId: ParticipantId }
  | { name: 'rename'; what: 'session' | 'self' }
  | { name: 'panic' }
  | { name: 'leave' }
  | { name: 'keys' }
  | { name: 'search' }
  | { name: 'palette' }
  | { name: 'notifications' }
  | { name: 'rules' }
  | { name: 'agents' }
  | { name: 'usage' };

/** Which agents' lanes are shown: all in one, one alone, or each in a column of its own. */
export type Lanes = { name: 'all' } | { name: 'one'; agentId: AgentId } | { name: 'beside' };

type Wish = GoTo extends infer G ? (G extends GoTo ? Omit<G, 'nonce'> : never) : never;

/** `count` absent: git said nothing. `agentId`: where it works. */
type AskedFiles = { agentId: AgentId | undefined; count: number | undefined };

/** What the page itself knows: which tab, which dialog, which agent is spoken to. Nothing of it is shared. */
export type RoomUi = {
  agentId: AgentId | undefined;
  chooseAgent(id: AgentId): void;
  /** Words are being written to this one: until they are sent only a choice takes them elsewhere. */
  holdAgent(id: AgentId | undefined): void;
  panelTab: PanelTab;
  phoneTab: PhoneTab;
  isPanelOpen: boolean;
  /** File of the Changes tab that is shown. */
  file: string | undefined;
  scope: ShownScope;
  /** Two columns in the Changes tab. */
  isSplit: boolean;
  /** File of the Files tab that is shown; absent: the tree. */
  openedFile: string | undefined;
  dialog: OpenDialog;
  /** A suggestion whose text was taken into the composer to be changed and run. */
  editing: Suggestion | undefined;
  /** Which of the pending approvals is in front. */
  approvalId: ApprovalId | undefined;
  lanes: Lanes;
  /** Where the transcript was asked to go last. */
  wish: GoTo | undefined;
  showLanes(lanes: Lanes): void;
  /** Brings the transcript there; on a phone the session's view too. */
  goTo(wish: Wish): void;
  /** Whom this page goes along with: a person, or the agent. */
  following: ParticipantId | 'agent' | undefined;
  follow(who: ParticipantId | 'agent' | undefined): void;
  /** Files of the session as the open Changes tab has them from git, newer than what the last turn left. */
  seenFiles: number | undefined;
  seeFiles(count: number | undefined): void;
  /** The same as the host answered this page, where it does not tell it to all. */
  askedFiles: AskedFiles | undefined;
  seeAskedFiles(asked: AskedFiles): void;
  showTab(tab: PanelTab): void;
  showPhoneTab(tab: PhoneTab): void;
  togglePanel(): void;
  showFile(path: string): void;
  showScope(scope: ShownScope): void;
  toggleSplit(): void;
  /** Shows a file, or the tree again. */
  openFile(path: string | undefined): void;
  /** Opens the Changes tab with what one turn changed. */
  showTurn(promptId: PromptId): void;
  open(dialog: OpenDialog): void;
  close(): void;
  /** Text that goes back into the composer, to be changed and sent anew. */
  returned: Draft | undefined;
  putBack(draft: Draft): void;
  edit(suggestion: Suggestion | undefined): void;
  bringForward(id: ApprovalId | undefined): void;
  /** Somebody writes in its card: it stays in front, also where it is decided meanwhile. */
  writtenApprovalId: ApprovalId | undefined;
  writeInApproval(id: ApprovalId | undefined): void;
};

export const RoomUiContext = createContext<RoomUi | undefined>(undefined);

export function useRoomUi(): RoomUi {
  const ui = useContext(RoomUiContext);
  if (ui === undefined) throw new Error('A component of the room stands outside of the room.');
  return ui;
}
