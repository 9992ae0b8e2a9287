/**
 * Whether what I see is what is (CLG-56 to 58), as a pure machine: only the host's signed checks and its answers to
 * pings count, only monotonic clocks are compared, and silence is never "live".
 *
 *     none ── no beat in force (nobody looks)
 *     not_live ── no clock yet, checks too old, lag out of bounds, socket closed
 *     catching_up ── the host's head is ahead of mine for more than a second
 *     live
 */

export type LivenessStatus = 'none' | 'live' | 'catching_up' | 'not_live';
export type Now = { monotonicMs: number; wallMs: number };

export type LivenessInput =
  /** `welcome` was opened. */
  | { kind: 'connected'; beatMs: number | undefined }
  | { kind: 'closed' }
  | { kind: 'beat'; beatMs: number | undefined }
  /** A check whose signature is good. */
  | { kind: 'check'; hostMs: number; seq: number }
  | { kind: 'pong'; pingId: number; hostMs: number }
  /** My own head. */
  | { kind: 'head'; seq: number }
  /** `resume`, `pageshow` or the page became visible. */
  | { kind: 'woke' }
  | { kind: 'tick' };

/** host clock ≈ my clock + offsetMs, known to `uncertaintyMs`: the round trip of the ping it comes from. */
type ClockOffset = { offsetMs: number; uncertaintyMs: number; atMs: number };

export type Liveness = {
  isConnected: boolean;
  beatMs: number | undefined;
  offsets: readonly ClockOffset[];
  ping: { id: number; sentMs: number } | undefined;
  nextPingId: number;
  /** When to measure again although all is well. */
  remeasureAtMs: number | undefined;
  check: { arrivedMs: number; hostMs: number; seq: number } | undefined;
  headSeq: number;
  aheadSinceMs: number | undefined;
  /** When the host's clock was last measured: many short sleeps are noticed like a long one. */
  wallMinusMonotonicMs: number | undefined;
  status: LivenessStatus;
  /** My clock when it was last live; absent where it never was. */
  lastLiveMs: number | undefined;
};

export type LivenessStep = { state: Liveness; effects: Array<{ kind: 'ping'; pingId: number }> };

const worstUncertaintyMs = 5_000;
const pingTimeoutMs = 5_000;
const offsetLifeMs = 5 * 60_000;
const earliestLagMs = -1_000;
const latestLagMs = 15_000;
const beatsUntilStale = 3;
const aheadToleranceMs = 1_000;
const clockJumpMs = 2_000;

export const initialLiveness: Liveness = {
  isConnected: false,
  beatMs: undefined,
  offsets: [],
  ping: undefined,
  nextPingId: 1,
  remeasureAtMs: undefined,
  check: undefined,
  headSeq: 0,
  aheadSinceMs: undefined,
  wallMinusMonotonicMs: undefined,
  status: 'not_live',
  lastLiveMs: undefined,
};

/** `jitter`: a random number from 0 to 1, for the time of the next measurement. */
export function stepLiveness(before: Liveness, input: LivenessInput, now: Now, jitter: number): LivenessStep {
  const state: Liveness = { ...before };
  noteClocks(state, now);
  take(state, input, now, jitter);
  if (lagOf(state, now) === 'out_of_bounds') forgetClock(state);
  const effects = pingIfDue(state, now);
  noteHead(state, now);
  state.status = statusOf(state, now);
  if (state.status === 'live') state.lastLiveMs = now.monotonicMs;
  return { state, effects };
}

/** When `tick` must come at the latest, by my monotonic clock; `undefined`: only an input can change anything. */
export function livenessDeadlineMs(state: Liveness): number | undefined {
  if (!state.isConnected || state.beatMs === undefined) return undefined;
  const deadlines = [
    state.ping === undefined ? state.remeasureAtMs : state.ping.sentMs + pingTimeoutMs,
    state.check === undefined || state.status === 'not_live'
      ? undefined
      : state.check.arrivedMs + beatsUntilStale * state.beatMs + 1,
    state.aheadSinceMs === undefined || state.status === 'catching_up'
      ? undefined
      : state.aheadSinceMs + aheadToleranceMs + 1,
  ];
  const known = deadlines.filter((deadline) => deadline !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

function take(state: Liveness, input: LivenessInput, now: Now, jitter: number): void {
  switch (input.kind) {
    case 'connected':
      state.isConnected = true;
      state.beatMs = input.beatMs;
      forgetClock(state);
      return;
    case 'closed':
      state.isConnected = false;
      forgetClock(state);
      return;
    case 'beat':
      state.beatMs = input.beatMs;
      return;
    case 'check':
      state.check = { arrivedMs: now.monotonicMs, hostMs: input.hostMs, seq: input.seq };
      return;
    case 'pong':
      takePong(state, input, now, jitter);
      return;
    case 'head':
      state.headSeq = input.seq;
      return;
    case 'woke':
      forgetClock(state);
      return;
    case 'tick':
      return;
    default:
      input satisfies never;
  }
}

function takePong(state: Liveness, pong: { pingId: number; hostMs: number }, now: Now, jitter: number): void {
  if (state.ping?.id !== pong.pingId) return;
  const uncertaintyMs = now.monotonicMs - state.ping.sentMs;
  state.ping = undefined;
  if (uncertaintyMs > worstUncertaintyMs) return;
  state.wallMinusMonotonicMs = now.wallMs - now.monotonicMs;
  const measured = { offsetMs: pong.hostMs - now.monotonicMs, uncertaintyMs, atMs: now.monotonicMs };
  state.offsets = [...state.offsets.filter((old) => now.monotonicMs - old.atMs < offsetLifeMs), measured].slice(-32);
  state.remeasureAtMs = now.monotonicMs + offsetLifeMs * (0.8 + 0.2 * jitter);
}

/** A sleep stops monotonic clocks on most systems: the wall clock moving against it is how one notices (CLG-58). */
function noteClocks(state: Liveness, now: Now): void {
  const difference = now.wallMs - now.monotonicMs;
  state.wallMinusMonotonicMs ??= difference;
  if (Math.abs(difference - state.wallMinusMonotonicMs) <= clockJumpMs) return;
  state.wallMinusMonotonicMs = difference;
  forgetClock(state);
}

/** Not live until a new ping is answered and a new check has come: the old check was timed by the clock that is void. */
function forgetClock(state: Liveness): void {
  state.check = undefined;
  state.offsets = [];
  state.ping = undefined;
  state.remeasureAtMs = undefined;
}

function pingIfDue(state: Liveness, now: Now): LivenessStep['effects'] {
  if (!state.isConnected) return [];
  const isUnanswered = state.ping !== undefined && now.monotonicMs - state.ping.sentMs < pingTimeoutMs;
  const hasClock = bestOffset(state, now) !== undefined;
  const isDue = state.remeasureAtMs !== undefined && now.monotonicMs >= state.remeasureAtMs;
  if (isUnanswered || (hasClock && !isDue)) return [];
  const pingId = state.nextPingId;
  state.nextPingId = pingId + 1;
  state.ping = { id: pingId, sentMs: now.monotonicMs };
  return [{ kind: 'ping', pingId }];
}

function bestOffset(state: Liveness, now: Now): ClockOffset | undefined {
  let best: ClockOffset | undefined;
  for (const offset of state.offsets) {
    if (now.monotonicMs - offset.atMs > offsetLifeMs) continue;
    if (best === undefined || offset.uncertaintyMs <= best.uncertaintyMs) best = offset;
  }
  return best;
}

/**
 * How old the last check was *when it came*, by the host's clock. Between two checks silence is judged by their
 * age alone: a beat may be longer than the largest lag.
 */
function lagOf(state: Liveness, now: Now): 'unknown' | 'ok' | 'out_of_bounds' {
  const offset = bestOffset(state, now);
  if (offset === undefined || state.check === undefined) return 'unknown';
  const lagMs = state.check.arrivedMs + offset.offsetMs - state.check.hostMs;
  return lagMs >= earliestLagMs - offset.uncertaintyMs && lagMs <= latestLagMs ? 'ok' : 'out_of_bounds';
}

function noteHead(state: Liveness, now: Now): void {
  const isAhead = state.check !== undefined && state.check.seq > state.headSeq;
  state.aheadSinceMs = isAhead ? (state.aheadSinceMs ?? now.monotonicMs) : undefined;
}

function statusOf(state: Liveness, now: Now): LivenessStatus {
  if (!state.isConnected) return 'not_live';
  if (state.beatMs === undefined) return 'none';
  if (state.check === undefined || lagOf(state, now) !== 'ok') return 'not_live';
  if (now.monotonicMs - state.check.arrivedMs > beatsUntilStale * state.beatMs) return 'not_live';
  const { aheadSinceMs } = state;
  return aheadSinceMs !== undefined && now.monotonicMs - aheadSinceMs > aheadToleranceMs ? 'catching_up' : 'live';
}
