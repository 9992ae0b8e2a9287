import type { AgentId } from '@collagility/protocol/ids';

/** What the moving part of the screen shows; made from the room's state, drawn by `live-screen.ts`. */
export type LiveView = {
  people: Array<{ name: string; detail: string; isHost: boolean; isOnline: boolean; handRaised: boolean }>;
  door: DoorView[];
  approval?: ApprovalView;
  agent: { name: string; activity: string; queued: number; suggestions: number };
  /** Trouble with the relay; absent while connected. */
  link?: string;
  /** Queues that are held: whose, why, and whether a key lets just these go on. */
  queue?: { agentIds: AgentId[]; why: string; mayGoOn: boolean };
  paused?: 'paused' | 'panic';
  guestsOnline: number;
  input: InputMode;
};

export type DoorView = {
  name: string;
  waitingMs: number;
  words: readonly string[];
  invite: string;
  /** Came with keys that the room knows: may be a copied browser. */
  warning?: string;
};

export type ApprovalView = {
  title: string;
  position: number;
  count: number;
  agentName: string;
  waitingMs: number;
  /** What will run, exactly; already split into lines. */
  shown: string[];
  /** Parts of it that are too long to be told with the request: of each stand the two ends. */
  elidedParts: number;
  kind: 'permission' | 'plan_review' | 'question';
  /** "in parcel-api", "executes · network". */
  facts: string[];
  signers: string;
  fingerprint: string;
  mayFeedback: boolean;
  sessionRule?: string;
};

export type InputMode =
  | { kind: 'keys' }
  | { kind: 'help' }
  | { kind: 'feedback'; text: string }
  | { kind: 'confirm-session'; rule: string }
  | { kind: 'confirm-panic' }
  | { kind: 'ending' };
