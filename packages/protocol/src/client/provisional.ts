import * as v from 'valibot';
import type { Delta } from '../ephemeral.ts';
import { CollagilityError } from '../errors.ts';
import type { RoomEvent, UnknownEvent } from '../events.ts';
import type { Clock, Timer } from '../host/contract.ts';
import { as, type ParticipantId } from '../ids.ts';
import { maxToldPeople } from '../limits.ts';
import { LiveBlocks as LiveBlocksText, PresenceState } from '../messages.ts';
import { PlaceText } from '../place.ts';
import { parseJson } from '../plaintext.ts';
import { LiveBlocks } from './live-blocks.ts';
import type { PullRequests } from './pull-requests.ts';
import { Typing } from './typing.ts';

const NamedBlob = v.object({ blob: v.string(), len: v.number(), hash: v.string() });
const askAgainMs = 1_000;

/** All that is not an event: text being written, who types, who is here. Shown as provisional, covered by checks (CLG-54, 55). */
export class Provisional {
  readonly #pulls: PullRequests;
  readonly #clock: Clock;
  readonly #changed: () => void;
  readonly #count: (what: string) => void;
  readonly #blocks = new LiveBlocks();
  readonly #typing: Typing;
  #presence: Record<ParticipantId, PresenceState> = {};
  #looking: Record<ParticipantId, string> = {};
  #alarm: string | undefined;
  #askedMs = Number.NEGATIVE_INFINITY;

  constructor(options: {
    pulls: PullRequests;
    clock: Clock;
    timer: Timer;
    changed: () => void;
    count: (what: string) => void;
  }) {
    this.#pulls = options.pulls;
    this.#clock = options.clock;
    this.#changed = options.changed;
    this.#count = options.count;
    this.#typing = new Typing({ timer: options.timer, changed: options.changed });
  }

  get view() {
    return {
      live: this.#blocks.blocks,
      typing: this.#typing.participants,
      presence: this.#presence,
      looking: this.#looking,
      ...(this.#alarm !== undefined && { alarm: this.#alarm }),
    };
  }

  /** A new channel: what was provisional on the old one is not covered by anything any more. */
  welcomed(presence: Record<string, PresenceState>, looking: Record<string, string>, hasLive: boolean): void {
    this.#blocks.clear();
    this.#typing.clear();
    this.#presence = { ...presence };
    this.#looking = { ...looking };
    this.#askedMs = Number.NEGATIVE_INFINITY;
    if (hasLive) this.#askBlocks();
  }

  closed(): void {
    this.#typing.clear();
  }

  deltas(ctr: number, deltas: readonly Delta[]): void {
    if (this.#blocks.apply(ctr, deltas)) this.#askBlocks();
    for (const { k, b, x } of deltas) {
      if (k === 'typing') this.#typing.set(as<ParticipantId>(b), x !== '');
      if (k === 'looking') this.#setPlace(as<ParticipantId>(b), x);
      if (k === 'presence') this.#setPresence(as<ParticipantId>(b), x);
    }
    this.#changed();
  }

  /** Returns whether something that was shown was forged. */
  checked(covered: readonly number[], forged: readonly number[]): boolean {
    for (const ctr of covered) this.#blocks.covered(ctr);
    for (const ctr of forged) this.#blocks.forged(ctr);
    if (forged.length === 0) return false;
    this.#alarm = 'Forged data was injected by the relay together with a member. It was removed.';
    this.#changed();
    return true;
  }

  dismissAlarm(): void {
    this.#alarm = undefined;
    this.#changed();
  }

  /** The durable end of a block takes its place. */
  applied(events: ReadonlyArray<RoomEvent | UnknownEvent>): void {
    for (const event of events) {
      if (event.type === 'ai.stream.end') this.#blocks.end(event.streamId);
      if (event.type === 'ai.tool.ended') this.#blocks.end(event.toolId);
      if (event.type === 'ai.stream.retracted') for (const id of event.streamIds) this.#blocks.end(id);
    }
  }

  #setPlace(participantId: ParticipantId, text: string): void {
    const { [participantId]: _before, ...others } = this.#looking;
    const place = v.safeParse(PlaceText, text);
    const isFull = Object.keys(others).length >= maxToldPeople;
    this.#looking = place.success && place.output !== '' && !isFull ? { ...others, [participantId]: text } : others;
  }

  #setPresence(participantId: ParticipantId, text: string): void {
    const { [participantId]: _before, ...others } = this.#presence;
    const state = v.safeParse(PresenceState, text);
    // Names come unsigned: whoever makes them up fills no memory.
    const isFull = Object.keys(others).length >= maxToldPeople;
    this.#presence = state.success && !isFull ? { ...others, [participantId]: state.output } : others;
  }

  /** The blocks' text so far: at a welcome in the middle, or where a piece is missing; at most once a second. */
  #askBlocks(): void {
    const nowMs = this.#clock.monotonicMs();
    if (nowMs - this.#askedMs < askAgainMs) return;
    this.#askedMs = nowMs;
    this.#loadBlocks().catch((error: unknown) => {
      this.#count(error instanceof CollagilityError ? `live_${error.code}` : 'live');
    });
  }

  async #loadBlocks(): Promise<void> {
    const named = v.safeParse(NamedBlob, jsonOf((await this.#pulls.request({ what: 'live' })).bytes));
    if (!named.success) throw new CollagilityError('bad_frame', 'The host named no blocks.');
    const blocks = v.safeParse(LiveBlocksText, jsonOf(await this.#pulls.blob(named.output)));
    if (!blocks.success) throw new CollagilityError('bad_frame', 'The host sent blocks that cannot be read.');
    this.#blocks.replace(blocks.output);
    this.#changed();
  }
}

function jsonOf(bytes: Uint8Array): unknown {
  const json = parseJson(bytes);
  return json.ok ? json.value : undefined;
}
