import type { TerminalNews } from '@collagility/protocol/client/terminals';
import type { Command } from '@collagility/protocol/commands';
import type { BlobRef } from '@collagility/protocol/events';
import type { AgentId, CommandId } from '@collagility/protocol/ids';
import type { WorkspaceAnswer, WorkspaceAsk } from '@collagility/protocol/workspace';
import type { Unsigned } from '../room/room-view.ts';
import type { ViewPatch } from './view-patch.ts';

/** What brings this page to a room: a link, or the address of one that this browser has a key for. */
export type Way = { name: 'link'; text: string } | { name: 'room'; roomId: string };

/** Whether the page is looked at; only the page knows. */
export type Attention = 'watching' | 'idle' | 'away';

/** Page → Worker. */
export type PageMessage =
  | { t: 'open'; way: Way; relay: string; isBound: boolean; attention: Attention }
  | { t: 'join'; name: string }
  | { t: 'use_here' }
  | { t: 'send'; commandId: CommandId; command: Unsigned<Command> }
  | { t: 'retry'; commandId: CommandId }
  | { t: 'dismiss'; commandId: CommandId }
  | { t: 'typing'; isTyping: boolean }
  | { t: 'looking'; place: string }
  | { t: 'load_older' }
  | { t: 'fetch_blob'; request: number; ref: BlobRef }
  | { t: 'ask'; request: number; ask: WorkspaceAsk }
  | { t: 'upload'; request: number; bytes: Uint8Array }
  | { t: 'watch_terminal'; agentId: AgentId; watch: number }
  | { t: 'unwatch_terminal'; agentId: AgentId; watch: number }
  | { t: 'refresh_terminal'; agentId: AgentId }
  | { t: 'keys'; agentId: AgentId; keys: string }
  | { t: 'reconnect' }
  | { t: 'leave' }
  | { t: 'attention'; attention: Attention }
  | { t: 'woke' };

/** Worker → page. */
export type WorkerMessage =
  | { t: 'view'; patch: ViewPatch }
  /** Let in: the link's secret is not needed any more (CLG-08). */
  | { t: 'welcome'; roomId: string }
  | { t: 'blob'; request: number; bytes: Uint8Array }
  | { t: 'answer'; request: number; answer: WorkspaceAnswer }
  | { t: 'uploaded'; request: number; blob: { blob: string; len: number; hash: string } }
  /** `watch`: which of the page's looks at a terminal this is for. */
  | { t: 'terminal'; watch: number; news: TerminalNews }
  | { t: 'refused'; request: number; code: string };
