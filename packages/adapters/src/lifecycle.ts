import type { AdapterStatus } from './port.ts';

/*
 * UNINITIALIZED ─initialize→ INITIALIZING ─started→ READY ⇄ EXECUTING ⇄ WAITING_FOR_TOOL_APPROVAL
 *                                 └─startFailed→ FAILED ←crashed─ (any running state);  FAILED ─initialize→ INITIALIZING
 * EXECUTING, WAITING ─interrupt→ INTERRUPTING ─turnEnded→ READY
 * any ─terminate→ TERMINATING ─terminated→ TERMINATED
 */

/** Calls of the port. */
export type LifecycleCall =
  | 'initialize'
  | 'sendPrompt'
  | 'steer'
  | 'approveTool'
  | 'interrupt'
  | 'setMode'
  | 'setModel'
  | 'revert'
  | 'terminate';
/** What the driver reports. */
type LifecycleFact =
  | 'started'
  | 'startFailed'
  | 'approvalOpened'
  | 'approvalClosed'
  | 'turnEnded'
  | 'crashed'
  | 'terminated';
export type LifecycleInput = LifecycleCall | LifecycleFact;

export type LifecycleState = { readonly status: AdapterStatus; readonly openApprovals: number };

export const initialLifecycle: LifecycleState = { status: 'UNINITIALIZED', openApprovals: 0 };

type Edges = Partial<Record<LifecycleInput, AdapterStatus>>;

/** Both running states share their edges; which of the two holds is decided by the open approvals alone. */
const running: Edges = {
  steer: 'EXECUTING',
  approveTool: 'EXECUTING',
  interrupt: 'INTERRUPTING',
  setMode: 'EXECUTING',
  setModel: 'EXECUTING',
  approvalOpened: 'EXECUTING',
  approvalClosed: 'EXECUTING',
  turnEnded: 'READY',
  crashed: 'FAILED',
  terminate: 'TERMINATING',
};

/** Every edge of the life cycle. What is not here is illegal and changes nothing. */
export const lifecycleEdges: Readonly<Record<AdapterStatus, Edges>> = {
  UNINITIALIZED: { initialize: 'INITIALIZING', terminate: 'TERMINATING' },
  INITIALIZING: { started: 'READY', startFailed: 'FAILED', terminate: 'TERMINATING' },
  READY: {
    sendPrompt: 'EXECUTING',
    // A background task may ask between turns.
    approvalOpened: 'READY',
    approvalClosed: 'READY',
    approveTool: 'READY',
    // The turn may have ended while the click was on its way: nothing to do, and no misuse.
    interrupt: 'READY',
    setMode: 'READY',
    setModel: 'READY',
    // Only between turns: a running one would go on from what is gone.
    revert: 'READY',
    crashed: 'FAILED',
    terminate: 'TERMINATING',
  },
  EXECUTING: running,
  WAITING_FOR_TOOL_APPROVAL: running,
  INTERRUPTING: {
    interrupt: 'INTERRUPTING',
    turnEnded: 'READY',
    crashed: 'FAILED',
    terminate: 'TERMINATING',
  },
  FAILED: { initialize: 'INITIALIZING', terminate: 'TERMINATING' },
  TERMINATING: { terminate: 'TERMINATING', terminated: 'TERMINATED' },
  TERMINATED: { terminate: 'TERMINATED' },
};

/** One step; `undefined` for an illegal one, which changes nothing. */
export function stepLifecycle(state: LifecycleState, input: LifecycleInput): LifecycleState | undefined {
  const next = lifecycleEdges[state.status][input];
  if (next === undefined) return undefined;
  const openApprovals = countApprovals(state, input, next);
  if (openApprovals < 0) return undefined;
  if (next !== 'EXECUTING') return { status: next, openApprovals };
  return { status: openApprovals > 0 ? 'WAITING_FOR_TOOL_APPROVAL' : 'EXECUTING', openApprovals };
}

function countApprovals(state: LifecycleState, input: LifecycleInput, next: AdapterStatus): number {
  if (input === 'approvalOpened') return state.openApprovals + 1;
  if (input === 'approvalClosed') return state.openApprovals - 1;
  // An answer needs a question; it closes as its own step, when the answer was taken.
  if (input === 'approveTool' && state.openApprovals === 0) return -1;
  // These ends close every request with them.
  if (next === 'INTERRUPTING' || next === 'FAILED' || next === 'TERMINATING' || input === 'turnEnded') return 0;
  return state.openApprovals;
}
