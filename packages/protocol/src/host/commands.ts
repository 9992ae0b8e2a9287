import { commandHash } from '../blob.ts';
import { equal, toHex } from '../bytes.ts';
import { type Command, type CommandOutcome, parseCommand } from '../commands.ts';
import { as, type CommandId, type MemberId } from '../ids.ts';
import { commandBurst, commandsPerSecond } from '../limits.ts';
import { parseJson } from '../plaintext.ts';
import { fullBucket, type Rate, type TokenBucket, take } from '../token-bucket.ts';
import type { Clock, CommandSender, RoomApplication, RoomStore } from './contract.ts';

const rate: Rate = { perSecond: commandsPerSecond, burst: commandBurst };
const commandKind = 1;
const prefixBytes = 17;

/**
 * One command, from bytes to outcome: sent at least once, run at most once (CLG-64 to 66).
 *
 *     unknown id ── judged now ──rejected(code): not kept, judged anew next time
 *                       └─accepted: on disk ── effect ── outcome: on disk ── told
 *     known id, same bytes ── its outcome again       known id, other bytes ── rejected(id_reuse)
 */
export class Commands {
  readonly #store: RoomStore;
  readonly #write: (work: () => void) => void;
  readonly #application: RoomApplication;
  readonly #clock: Clock;
  readonly #senderOf: (memberId: MemberId) => CommandSender | undefined;
  readonly #tell: (memberId: MemberId, commandId: CommandId, outcome: CommandOutcome) => void;
  readonly #buckets = new Map<MemberId, TokenBucket>();
  /** Accepted by this bridge start and not ended: what is not in here and has no outcome was cut off by a crash. */
  readonly #running = new Set<string>();

  constructor(options: {
    store: RoomStore;
    /** Joins the commit of this turn: no effect and no answer comes before it. */
    write: (work: () => void) => void;
    application: RoomApplication;
    clock: Clock;
    senderOf: (memberId: MemberId) => CommandSender | undefined;
    tell: (memberId: MemberId, commandId: CommandId, outcome: CommandOutcome) => void;
  }) {
    this.#store = options.store;
    this.#write = options.write;
    this.#application = options.application;
    this.#clock = options.clock;
    this.#senderOf = options.senderOf;
    this.#tell = options.tell;
  }

  /** `isLate`: the act made sense only when it was made; only a known one is answered (B44). */
  take(memberId: MemberId, bytes: Uint8Array, isLate: boolean): void {
    const sender = this.#senderOf(memberId);
    if (sender === undefined || bytes.length < prefixBytes || bytes[0] !== commandKind) return;
    const commandId = as<CommandId>(toHex(bytes.subarray(1, prefixBytes)));
    const answer = (outcome: CommandOutcome): void => this.#tell(memberId, commandId, outcome);
    if (!this.#takeToken(memberId)) {
      answer({ state: 'rejected', code: 'rate' });
      return;
    }
    const bodyHash = commandHash(bytes);
    const known = this.#store.findCommand(memberId, commandId);
    if (known !== undefined) {
      const isSame = equal(known.bodyHash, bodyHash);
      answer(isSame ? this.#outcomeOf(memberId, commandId, known.outcome) : { state: 'rejected', code: 'id_reuse' });
      return;
    }
    if (isLate) {
      answer({ state: 'rejected', code: 'stale' });
      return;
    }
    this.#judge(sender, commandId, bytes, bodyHash, answer);
  }

  #judge(
    sender: CommandSender,
    commandId: CommandId,
    bytes: Uint8Array,
    bodyHash: Uint8Array,
    answer: (outcome: CommandOutcome) => void,
  ): void {
    const json = parseJson(bytes.subarray(prefixBytes));
    const command = json.ok ? parseCommand(json.value) : undefined;
    if (command === undefined) {
      answer({ state: 'rejected', code: 'malformed' });
      return;
    }
    const refusal = this.#application.judge(sender, commandId, command);
    if (refusal !== undefined) {
      answer({ state: 'rejected', code: refusal });
      return;
    }
    const { memberId } = sender;
    this.#write(() => this.#store.acceptCommand(memberId, commandId, bodyHash));
    this.#run(sender, commandId, command, answer);
  }

  #run(sender: CommandSender, commandId: CommandId, command: Command, answer: (outcome: CommandOutcome) => void): void {
    const { memberId } = sender;
    const key = `${memberId}/${commandId}`;
    this.#running.add(key);
    const end = (outcome: CommandOutcome): void => {
      this.#running.delete(key);
      const kept: CommandOutcome = outcome.state === 'done' && outcome.isPrivate ? { state: 'done' } : outcome;
      this.#write(() => this.#store.setCommandOutcome(memberId, commandId, kept));
      answer(outcome);
    };
    const outcome = this.#application.execute(sender, commandId, command);
    if (!(outcome instanceof Promise)) {
      end(outcome);
      return;
    }
    answer({ state: 'accepted' });
    // The application promises not to reject; if it does, nobody knows whether the act happened.
    outcome.then(end, () => end({ state: 'unknown', code: 'internal' }));
  }

  /** Accepted without an outcome: by this start it still runs; by an earlier one it never runs again (CLG-65). */
  #outcomeOf(memberId: MemberId, commandId: CommandId, outcome: CommandOutcome | undefined): CommandOutcome {
    if (outcome !== undefined) return outcome;
    if (this.#running.has(`${memberId}/${commandId}`)) return { state: 'accepted' };
    return { state: 'unknown', code: 'host_restarted' };
  }

  #takeToken(memberId: MemberId): boolean {
    const nowMs = this.#clock.monotonicMs();
    let bucket = this.#buckets.get(memberId);
    if (bucket === undefined) {
      bucket = fullBucket(rate, nowMs);
      this.#buckets.set(memberId, bucket);
    }
    return take(bucket, rate, 1, nowMs);
  }
}
