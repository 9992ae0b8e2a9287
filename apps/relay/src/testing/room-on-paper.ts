import { Addresses } from '../addresses.ts';
import { type Budgets, standardBudgets } from '../budgets.ts';
import type { Effect, Input } from '../effects.ts';
import type { KeptPeer } from '../peer.ts';
import { applyChange, type RoomRecord } from '../record.ts';
import { Room } from '../room.ts';

/** A room without sockets, clock or disk: ports are names, time is a number, proofs hold when the test says so. */
export class RoomOnPaper {
  readonly budgets: Budgets;
  readonly addresses: Addresses;
  readonly waiting = new Map<string, number>();
  readonly sent = new Map<string, Uint8Array[]>();
  readonly closed = new Map<string, string>();
  readonly kept = new Map<string, KeptPeer>();
  readonly notes: string[] = [];
  record: RoomRecord | undefined;
  room: Room<string>;
  nowMs = 1_000_000;
  /** Set it, and naming keys takes until `nameKeys`. */
  namingTakesTime = false;
  readonly #unnamed: Input<string>[] = [];
  readonly #tellsWaiting: boolean;
  #handles = 0;
  #turnDue = false;

  constructor(options: { budgets?: Partial<Budgets>; tellsWaiting?: boolean } = {}) {
    this.budgets = { ...standardBudgets, ...options.budgets };
    this.addresses = new Addresses(this.budgets);
    this.#tellsWaiting = options.tellsWaiting ?? true;
    this.room = this.#newRoom();
  }

  /** Everything in memory is gone; open sockets come back from what was kept of them. */
  sleepAndWake(): void {
    this.room = this.#newRoom();
    for (const [port, kept] of [...this.kept]) {
      if (!this.closed.has(port)) this.#run(this.room.restore(port, kept, this.nowMs));
    }
  }

  connect(port: string, address?: string): void {
    const challenge = '11'.repeat(32);
    this.#take({ type: 'connected', port, challenge, authority: 'relay.example', address, nowMs: this.nowMs });
  }

  host(port = 'host', options: { gen?: number; keys?: string[] } = {}): void {
    this.connect(port);
    const { gen = 1, keys = ['aa'] } = options;
    const word = {
      t: 'seat' as const,
      pk: '99'.repeat(32),
      gen,
      boot: '00'.repeat(16),
      auth: 'relay.example',
      sig: '',
    };
    this.say(port, { ...word, sig: '00'.repeat(64) });
    this.say(port, { t: 'keys', set: keys.map((key) => key.repeat(32)) }, 'host');
  }

  /** A member that is open unless told otherwise; returns its handle. */
  member(port: string, options: { key?: string; open?: boolean; address?: string } = {}): string {
    this.connect(port, options.address);
    const { key = 'aa', open = true } = options;
    this.say(port, { t: 'admit', id8: key.repeat(8), auth: 'relay.example', sig: '00'.repeat(64) });
    const state = this.kept.get(port)?.state;
    if (state?.phase !== 'member') return '';
    if (open) this.say('host', { t: 'open', h: state.handle }, 'host');
    return state.handle;
  }

  say(port: string, word: object, side: 'member' | 'host' = 'member'): void {
    this.message(port, entry(Buffer.from(JSON.stringify(word)), side, 'control'));
  }

  all(frame: Uint8Array): void {
    this.message('host', entry(frame, 'host', 'frame'));
  }

  message(port: string, message: Uint8Array): void {
    this.#take({ type: 'message', port, message, nowMs: this.nowMs });
  }

  nameKeys(): void {
    for (const input of this.#unnamed.splice(0)) this.#take(input);
  }

  tick(nowMs: number): void {
    this.nowMs = nowMs;
    this.#take({ type: 'ticked', nowMs });
  }

  forget(): void {
    this.#take({ type: 'forgotten', nowMs: this.nowMs });
  }

  disconnect(port: string): void {
    this.#take({ type: 'disconnected', port, nowMs: this.nowMs });
  }

  /** Frame types that a member was sent, in order. */
  types(port: string): number[] {
    const types: number[] = [];
    for (const message of this.sent.get(port) ?? []) {
      const view = Buffer.from(message);
      for (let at = 0; at < view.length; ) {
        const length = view.readUInt32LE(at);
        if (length < 0x8000_0000) types.push(view[at + 5] ?? 0);
        at += 4 + (length & 0x7fff_ffff);
      }
    }
    return types;
  }

  #newRoom(): Room<string> {
    return new Room<string>({
      record: this.record,
      budgets: this.budgets,
      addresses: this.addresses,
      newHandle: () => (++this.#handles).toString(16).padStart(16, '0'),
      tellAddresses: true,
      waitingBytes: this.#tellsWaiting ? (port) => this.waiting.get(port) ?? 0 : undefined,
    });
  }

  #take(input: Input<string>): void {
    this.#run(this.room.receive(input));
    if (!this.#turnDue) return;
    this.#turnDue = false;
    this.#take({ type: 'turn_ended', nowMs: this.nowMs });
  }

  #run(effects: Effect<string>[]): void {
    for (const effect of effects) {
      if (effect.type === 'send') for (const port of effect.to) this.#deliver(port, effect.message);
      else if (effect.type === 'close') this.closed.set(effect.port, effect.reason);
      else if (effect.type === 'remember') this.kept.set(effect.port, structuredClone(effect.kept));
      else if (effect.type === 'store') this.record = applyChange(this.record, effect.change);
      else if (effect.type === 'end_turn') this.#turnDue = true;
      else if (effect.type === 'note') this.notes.push(effect.note.name);
      else if (effect.type === 'prove') {
        const { port, claim } = effect;
        this.#take({ type: 'proved', port, claim, holds: true, nowMs: this.nowMs });
      } else {
        const keys = effect.publicKeys.map((publicKey) => ({ id8: publicKey.slice(0, 16), publicKey }));
        const { port, change } = effect;
        this.#unnamed.push({ type: 'identified', port, change, keys, nowMs: this.nowMs });
        if (!this.namingTakesTime) this.nameKeys();
      }
    }
  }

  #deliver(port: string, message: Uint8Array): void {
    const messages = this.sent.get(port) ?? [];
    messages.push(message.slice());
    this.sent.set(port, messages);
  }
}

function entry(bytes: Uint8Array, side: 'member' | 'host', kind: 'frame' | 'control'): Uint8Array {
  const head = Buffer.alloc(side === 'host' ? 12 : 4, side === 'host' && kind === 'control' ? 0xff : 0);
  head.writeUInt32LE(bytes.length + (side === 'member' && kind === 'control' ? 0x8000_0000 : 0));
  return new Uint8Array(Buffer.concat([head, bytes]));
}
