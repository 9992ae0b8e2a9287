export { type AdapterListener, type AdapterReader, type Lane, readerOf } from './adapter-reader.ts';
export { AgentSession, type AgentSessionOptions, defaultRespawnDelaysMs } from './agent-session.ts';
export type { ApproveOutcome } from './approval-gate.ts';
export { type Checkpoint, type Fingerprint, fingerprintMismatch, fingerprintOf } from './checkpoint.ts';
export {
  type Delivery,
  defaultInterruptGraceMs,
  openTurn,
  type TurnOptions,
  type TurnResult,
  type TurnStream,
} from './open-turn.ts';
export { type Clock, systemClock, systemTimer, type Timer } from './timer.ts';
