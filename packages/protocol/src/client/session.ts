import * as v from 'valibot';
import type { Run } from '../chain.ts';
import type { PairwiseChannel } from '../channel.ts';
import type { Check } from '../check.ts';
import type { CommandOutcome } from '../commands.ts';
import { Delta } from '../ephemeral.ts';
import { GroupReceiver } from '../group-receiver.ts';
import type { Clock, Timer } from '../host/contract.ts';
import { HostMessage, type MemberMessage } from '../messages.ts';
import { knownOf } from '../newer-words.ts';
import type { InviteView, LobbyCard } from '../private.ts';
import { TerminalPart, type TerminalPiece, terminalPieces } from '../terminal.ts';
import type { Welcomed } from './entry.ts';

export type DirectMessage = Exclude<HostMessage, { t: 'welcome' | 'wait' | 'paused' | 'rekey' | 'term' }>;

export type SessionEvents = {
  send(frame: Uint8Array): void;
  durable(run: Run): void;
  ephemeral(ctr: number, deltas: Delta[]): void;
  /** `ctr` is absent where it came on the member's own channel. */
  terminal(pieces: TerminalPiece[], ctr?: number): void;
  check(check: Check, covered: number[], forged: number[]): void;
  direct(message: DirectMessage, bin: Uint8Array): void;
  /** This channel cannot go on: a new handshake (CLG-41, 48, 55). */
  resume(why: string): void;
  count(what: string): void;
};

const Provisional = v.object({ d: v.optional(knownOf(Delta), []), t: v.optional(v.array(TerminalPart), []) });
/** A frame of a later epoch waits this long for its key (CLG-48). */
const heldMs = 5_000;

/** One welcome's lanes: the pairwise channel and the group's, until the next welcome. */
export class Session {
  readonly #channel: PairwiseChannel;
  readonly #receiver: GroupReceiver;
  readonly #clock: Clock;
  readonly #timer: Timer;
  readonly #events: SessionEvents;
  #isOver = false;

  constructor(options: {
    welcomed: Welcomed;
    hostPk: Uint8Array;
    roomId: Uint8Array;
    clock: Clock;
    timer: Timer;
    events: SessionEvents;
  }) {
    const { welcome, bin, channel, gen } = options.welcomed;
    const { hostPk, roomId } = options;
    this.#channel = channel;
    const state = { secret: bin.slice(0, 32), epoch: welcome.epoch, step: welcome.step, counters: welcome.ctr };
    this.#receiver = new GroupReceiver({ hostPk, roomId, gen, state, seq: welcome.seq });
    state.secret.fill(0);
    this.#clock = options.clock;
    this.#timer = options.timer;
    this.#events = options.events;
  }

  send(message: MemberMessage, bin?: Uint8Array): void {
    if (!this.#isOver) this.#events.send(this.#channel.seal({ ...message }, bin));
  }

  direct(frame: Uint8Array): void {
    const opened = this.#channel.open(frame);
    if (opened.kind === 'gap') this.#events.resume('direct_gap');
    if (opened.kind !== 'opened') {
      this.#events.count(opened.kind === 'bad' ? opened.code : opened.kind);
      return;
    }
    const parsed = v.safeParse(HostMessage, opened.json);
    if (!parsed.success) {
      // A newer host may say more than this version knows.
      this.#events.count('unknown_message');
      return;
    }
    const message = parsed.output;
    if (message.t === 'term') this.#terminal(message.d, opened.bin);
    else if (message.t === 'rekey') this.#rekey(message.epoch, opened.bin);
    else if (message.t === 'welcome' || message.t === 'wait' || message.t === 'paused')
      this.#events.count('unexpected_message');
    else this.#events.direct(message, opened.bin);
  }

  group(frame: Uint8Array): void {
    if (this.#isOver) return;
    const opened = this.#receiver.open(frame, this.#clock.monotonicMs());
    switch (opened.kind) {
      case 'durable':
        this.#events.durable(opened.run);
        return;
      case 'ephemeral': {
        const parsed = v.safeParse(Provisional, opened.json);
        const pieces = parsed.success ? terminalPieces(parsed.output.t, opened.bin) : undefined;
        if (!parsed.success || pieces === undefined) {
          this.#events.count('unknown_ephemeral');
          return;
        }
        if (parsed.output.d.length > 0) this.#events.ephemeral(opened.ctr, parsed.output.d);
        if (pieces.length > 0) this.#events.terminal(pieces, opened.ctr);
        return;
      }
      case 'check':
        this.#events.check(opened.check, opened.covered, opened.forged);
        return;
      case 'held':
        this.#timer(heldMs + 1, () => {
          if (!this.#isOver && this.#receiver.isHeldTooLong(this.#clock.monotonicMs())) this.#events.resume('held');
        });
        return;
      case 'resume':
        this.#events.count(opened.reason);
        this.#events.resume(opened.reason);
        return;
      case 'dropped':
        this.#events.count(opened.reason);
        return;
      case 'bad':
        this.#events.count(opened.code);
        return;
      default:
        opened satisfies never;
    }
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#channel.wipe();
    this.#receiver.wipe();
  }

  #terminal(parts: readonly TerminalPart[], bin: Uint8Array): void {
    const pieces = terminalPieces(parts, bin);
    if (pieces === undefined) this.#events.count('bad_frame');
    else this.#events.terminal(pieces);
  }

  #rekey(epoch: number, bin: Uint8Array): void {
    if (bin.length !== 32) {
      this.#events.count('bad_frame');
      return;
    }
    const held = this.#receiver.rekey(epoch, bin);
    for (const frame of held ?? []) this.group(frame);
  }
}

/** Lists whose shape is the host's own; what this version cannot read is left out. */
export const listOf = <T extends LobbyCard | InviteView>(values: readonly unknown[], key: 'cardId' | 'inviteId'): T[] =>
  values.filter((value): value is T => typeof value === 'object' && value !== null && key in value);

/** A state of a newer host says at least that the command came to it. */
export const outcomeOf = (value: unknown): CommandOutcome | undefined => {
  const parsed = v.safeParse(Outcome, value);
  if (parsed.success) return parsed.output;
  return v.is(v.object({ state: v.string() }), value) && !states.has(value.state) ? { state: 'accepted' } : undefined;
};

const states: ReadonlySet<string> = new Set<CommandOutcome['state']>([
  'accepted',
  'queued',
  'done',
  'rejected',
  'unknown',
]);

const Outcome = v.variant('state', [
  v.object({ state: v.literal('accepted') }),
  v.object({ state: v.literal('queued'), position: v.number() }),
  v.object({ state: v.literal('done'), result: v.optional(v.unknown()) }),
  v.object({ state: v.literal('rejected'), code: v.string(), detail: v.optional(v.string()) }),
  v.object({ state: v.literal('unknown'), code: v.string() }),
]);
