import { closeCodes } from '@collagility/protocol/errors';
import { heartbeatAnswer, heartbeatText } from '@collagility/protocol/frames';
import { maxBundleBytes, roomForgottenMs } from '@collagility/protocol/limits';
import { type Connection, type ConnectionContext, Server, type WSMessage } from 'partyserver';
import { isLoopback, networkOf } from './address.ts';
import { Addresses } from './addresses.ts';
import { standardBudgets } from './budgets.ts';
import { DurableStorage } from './durable/durable-storage.ts';
import { parseKeptPeer } from './durable/kept-peer.ts';
import type { Effect, Input } from './effects.ts';
import { type LogLine, lineOf } from './log.ts';
import { Metrics } from './metrics.ts';
import { Room } from './room.ts';
import { settle } from './settle.ts';

/** What this isolate has seen; another one counts for itself. */
export const metrics = new Metrics();

/** Silence is looked for when something happens anyway, so that a quiet room may sleep. */
const tickEveryMs = 15_000;
const noCloseCode = 1005;
const normalCloseCode = 1000;
/** The library's copy of the object's own name. */
const nameKey = '__ps_name';

/** The room on a Durable Object: sleeps with its sockets open, and finds everything again when it wakes. */
export class DurableRoom extends Server<Cloudflare.Env> {
  static override options = { hibernate: true };

  readonly #storage = new DurableStorage(this.ctx.storage);
  #room: Room<Connection> = this.#newRoom();
  #tickedMs = 0;
  #challengeTimer: ReturnType<typeof setTimeout> | undefined;

  override onStart(): void {
    this.ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(heartbeatText, heartbeatAnswer));
    // A room that is not there must leave no trace, so that guessing room ids fills no storage.
    if (this.#storage.load() === undefined) void this.ctx.storage.delete(nameKey);
    this.#room = this.#newRoom();
    const nowMs = Date.now();
    for (const connection of this.getConnections()) {
      const kept = parseKeptPeer(connection.state);
      if (kept === undefined) connection.close(closeCodes.internal.code, 'internal');
      else
        this.#run(this.#room.restore(connection, { ...kept, heardMs: this.#heardMs(connection, kept.heardMs) }, nowMs));
    }
    this.#watchChallenges();
  }

  override onConnect(connection: Connection, { request }: ConnectionContext): void {
    const address = networkOf(request.headers.get('cf-connecting-ip') ?? '');
    this.#receive({
      type: 'connected',
      port: connection,
      challenge: randomHex(32),
      authority: new URL(request.url).host,
      address: address === '' || isLoopback(address) ? undefined : address,
      nowMs: Date.now(),
    });
    this.#watchChallenges();
  }

  override onMessage(connection: Connection, message: WSMessage): void | Promise<void> {
    const nowMs = Date.now();
    this.#tick(nowMs);
    if (typeof message === 'string') {
      if (message === heartbeatText) return this.#receive({ type: 'heard', port: connection, nowMs });
      return this.#receive({ type: 'refused', port: connection, reason: 'bad_frame', nowMs });
    }
    if (message.byteLength > maxBundleBytes) {
      return this.#receive({ type: 'refused', port: connection, reason: 'frame_too_large', nowMs });
    }
    return this.#receive({ type: 'message', port: connection, message: bytesOf(message), nowMs });
  }

  override onClose(connection: Connection, code: number): void | Promise<void> {
    // A close without a code is left unanswered by the library, and its sender would wait.
    if (code === noCloseCode) connection.close(normalCloseCode);
    return this.#left(connection);
  }

  override onError(connection: Connection): void | Promise<void> {
    return this.#left(connection);
  }

  /** Thirty days after the host was last seen nothing is left of a room. */
  override async onAlarm(): Promise<void> {
    const nowMs = Date.now();
    const hostSeenMs = this.#room.hostPort === undefined ? this.#storage.load()?.hostSeenMs : nowMs;
    if (hostSeenMs !== undefined && nowMs - hostSeenMs < roomForgottenMs) {
      await this.ctx.storage.setAlarm(hostSeenMs + roomForgottenMs);
      return;
    }
    await this.#receive({ type: 'forgotten', nowMs });
    await this.ctx.storage.deleteAll();
  }

  #left(connection: Connection): void | Promise<void> {
    const nowMs = Date.now();
    const kept = parseKeptPeer(connection.state);
    // The end of a socket may be what woke this object: it was not among the open ones then.
    if (kept !== undefined && !this.#room.has(connection)) this.#run(this.#room.restore(connection, kept, nowMs));
    const done = this.#receive({ type: 'disconnected', port: connection, nowMs });
    this.#watchChallenges();
    return done;
  }

  #newRoom(): Room<Connection> {
    return new Room<Connection>({
      record: this.#storage.load(),
      budgets: standardBudgets,
      addresses: new Addresses(standardBudgets),
      newHandle: () => randomHex(8),
      tellAddresses: true,
      // This platform does not tell what waits for a slow reader.
      waitingBytes: undefined,
    });
  }

  /** The promise is pending as long as a check is: the object must not sleep meanwhile. */
  #receive(input: Input<Connection>): void | Promise<void> {
    return this.#run(this.#room.receive(input));
  }

  #run(effects: Effect<Connection>[]): void | Promise<void> {
    let pending: Promise<void> | undefined;
    for (const effect of effects) {
      switch (effect.type) {
        case 'send':
          for (const connection of effect.to) send(connection, effect.message);
          metrics.sent(effect.to.length, effect.message.length);
          break;
        case 'close':
          effect.port.setState(null);
          effect.port.close(closeCodes[effect.reason].code, effect.reason);
          break;
        case 'end_turn':
          setTimeout(() => this.#endTurn(), 0);
          break;
        case 'prove':
        case 'identify':
          pending = this.#settle(effect);
          break;
        case 'remember':
          effect.port.setState(effect.kept);
          break;
        case 'store':
          this.#storage.apply(effect.change);
          if (effect.change.type === 'seat' || effect.change.type === 'host_seen') {
            void this.ctx.storage.setAlarm(effect.change.hostSeenMs + roomForgottenMs);
          }
          break;
        case 'note': {
          metrics.count(effect.note);
          log(lineOf(effect.note, this.name));
          break;
        }
      }
    }
    return pending;
  }

  async #settle(question: Extract<Effect<Connection>, { type: 'prove' | 'identify' }>): Promise<void> {
    try {
      await this.#receive(await settle(this.name, question, Date.now));
      this.#watchChallenges();
    } catch (error) {
      log({ level: 'error', event: 'check_failed', room: this.name, error: String(error) });
      await this.#receive({ type: 'refused', port: question.port, reason: 'internal', nowMs: Date.now() });
    }
  }

  #endTurn(): void {
    this.#receive({ type: 'turn_ended', nowMs: Date.now() });
  }

  #tick(nowMs: number): void {
    if (nowMs - this.#tickedMs < tickEveryMs) return;
    this.#tickedMs = nowMs;
    for (const port of this.#room.ports()) {
      this.#receive({ type: 'heard', port, nowMs: this.#heardMs(port, 0) });
    }
    this.#receive({ type: 'ticked', nowMs });
  }

  /** Heartbeats are answered without waking this object; the platform remembers when. */
  #heardMs(connection: Connection, knownMs: number): number {
    return Math.max(knownMs, this.ctx.getWebSocketAutoResponseTimestamp(connection)?.getTime() ?? 0);
  }

  /** A timer keeps this object awake, so it runs only while somebody has a challenge to answer. */
  #watchChallenges(): void {
    const { hasUnproven } = this.#room;
    if (!hasUnproven) {
      clearTimeout(this.#challengeTimer);
      this.#challengeTimer = undefined;
    } else if (this.#challengeTimer === undefined) {
      this.#challengeTimer = setTimeout(() => {
        this.#challengeTimer = undefined;
        this.#receive({ type: 'ticked', nowMs: Date.now() });
        this.#watchChallenges();
      }, standardBudgets.challengeMs);
    }
  }
}

/** A socket that closes in the middle of a round must not end it for the others. */
function send(connection: Connection, message: Uint8Array): void {
  if (connection.readyState !== WebSocket.OPEN) return;
  try {
    connection.send(message);
  } catch (error) {
    log({ level: 'warn', event: 'send_failed', error: String(error) });
  }
}

function log(line: LogLine | undefined): void {
  if (line !== undefined) console.log(JSON.stringify(line));
}

function bytesOf(message: ArrayBuffer | ArrayBufferView): Uint8Array {
  if (message instanceof ArrayBuffer) return new Uint8Array(message);
  return new Uint8Array(message.buffer, message.byteOffset, message.byteLength);
}

function randomHex(length: number): string {
  let text = '';
  for (const byte of crypto.getRandomValues(new Uint8Array(length))) text += byte.toString(16).padStart(2, '0');
  return text;
}
