import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { closeCodes } from '@collagility/protocol/errors';
import { heartbeatAnswer, heartbeatText } from '@collagility/protocol/frames';
import { heartbeatMs, maxBundleBytes, roomForgottenMs } from '@collagility/protocol/limits';
import { type WebSocket, WebSocketServer } from 'ws';
import { Addresses } from '../addresses.ts';
import { roomIdPattern } from '../app.ts';
import { type Budgets, standardBudgets } from '../budgets.ts';
import type { Note } from '../effects.ts';
import { type Log, lineOf } from '../log.ts';
import { Metrics } from '../metrics.ts';
import type { RoomStorage } from '../record.ts';
import { Room } from '../room.ts';
import type { Authorities } from './authorities.ts';
import { callerOf } from './caller.ts';
import { NodeRoom } from './node-room.ts';
import { RelaySocket } from './relay-socket.ts';

const tickEveryMs = 5_000;
const forgetEveryMs = 3600 * 1000;

export type NodeRelaySetup = {
  storage: RoomStorage;
  authorities: Authorities;
  /** Header in which a proxy of ours names the caller. Without it addresses beyond loopback are the connection's. */
  trustProxyHeader?: string;
  budgets?: Partial<Budgets>;
  log?: Log;
};

/** All rooms of one Node process. Whoever owns the HTTP server passes its upgrades here. */
export class NodeRelay {
  readonly storage: RoomStorage;
  readonly metrics = new Metrics();
  readonly log: Log;
  readonly #rooms = new Map<string, NodeRoom>();
  readonly #budgets: Budgets;
  readonly #addresses: Addresses;
  readonly #setup: NodeRelaySetup;
  readonly #timers: NodeJS.Timeout[];
  readonly #sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: maxBundleBytes,
    skipUTF8Validation: true,
    clientTracking: false,
    WebSocket: RelaySocket,
  });

  constructor(setup: NodeRelaySetup) {
    this.#setup = setup;
    this.storage = setup.storage;
    this.log = setup.log ?? (() => undefined);
    this.#budgets = { ...standardBudgets, ...setup.budgets };
    this.#addresses = new Addresses(this.#budgets);
    this.metrics.watch(() => ({ rooms: this.#rooms.size, sockets: this.socketCount, addresses: this.#addresses.size }));
    this.#timers = [
      setInterval(() => this.#tick(), tickEveryMs),
      setInterval(() => this.#pingHosts(), heartbeatMs),
      setInterval(() => this.#forgetOldRooms(), forgetEveryMs),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  get socketCount(): number {
    let count = 0;
    for (const { room } of this.#rooms.values()) count += room.sockets;
    return count;
  }

  /** Takes a WebSocket upgrade under `/parties/room/<roomId>`; anything else is answered and ended. */
  upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): void {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const roomId = path.startsWith('/parties/room/') ? path.slice('/parties/room/'.length) : '';
    const authority = (request.headers.host ?? '').toLowerCase();
    if (!roomIdPattern.test(roomId) || !(connection instanceof Socket)) {
      refuse(connection, '404 Not Found');
      return;
    }
    if (!this.#setup.authorities.has(authority)) {
      refuse(connection, '421 Misdirected Request');
      return;
    }
    this.#sockets.handleUpgrade(request, connection, head, (socket) => {
      this.#opened(socket, connection, roomId, authority, callerOf(request, this.#setup.trustProxyHeader));
    });
  }

  emptied(room: NodeRoom): void {
    // A socket that was refused may close after its room has been made anew.
    if (this.#rooms.get(room.roomId) === room) this.#rooms.delete(room.roomId);
  }

  note(note: Note, roomId: string): void {
    this.metrics.count(note);
    const line = lineOf(note, roomId);
    if (line !== undefined) this.log(line);
  }

  /** Tells every socket that this relay goes away, and lets go of everything. */
  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const { room } of this.#rooms.values()) {
      for (const socket of room.ports()) {
        socket.room = undefined;
        socket.close(closeCodes.going_away.code, 'going_away');
        // The peer's answer is not waited for: the process may be on its way out.
        setTimeout(() => socket.terminate(), 500).unref();
      }
    }
    this.#sockets.close();
    this.#rooms.clear();
    this.storage.close();
  }

  #opened(socket: RelaySocket, wire: Socket, roomId: string, authority: string, address: string | undefined): void {
    const room = this.#rooms.get(roomId) ?? this.#load(roomId);
    socket.room = room;
    socket.wire = wire;
    socket.on('message', received);
    socket.on('pong', heard);
    socket.on('close', closed);
    // The library closes with 1002, 1007 or 1009 by itself; `close` follows.
    socket.on('error', ignoreError);
    const challenge = randomBytes(32).toString('hex');
    room.receive({ type: 'connected', port: socket, challenge, authority, address, nowMs: Date.now() });
  }

  #load(roomId: string): NodeRoom {
    const room = new Room<RelaySocket>({
      record: this.storage.load(roomId),
      budgets: this.#budgets,
      addresses: this.#addresses,
      newHandle: () => randomBytes(8).toString('hex'),
      waitingBytes: (socket) => socket.waitingBytes,
      tellAddresses: this.#setup.trustProxyHeader !== undefined,
    });
    const nodeRoom = new NodeRoom(roomId, room, this);
    this.#rooms.set(roomId, nodeRoom);
    return nodeRoom;
  }

  #tick(): void {
    const nowMs = Date.now();
    for (const room of [...this.#rooms.values()]) room.receive({ type: 'ticked', nowMs });
    this.#addresses.sweep(nowMs);
  }

  #pingHosts(): void {
    for (const { room } of this.#rooms.values()) room.hostPort?.ping();
  }

  #forgetOldRooms(): void {
    const nowMs = Date.now();
    for (const roomId of this.storage.seenBefore(nowMs - roomForgottenMs)) {
      const room = this.#rooms.get(roomId);
      if (room === undefined) this.storage.apply(roomId, { type: 'forgotten' });
      else room.receive({ type: 'forgotten', nowMs });
    }
  }
}

function received(this: WebSocket, message: Buffer, isBinary: boolean): void {
  if (!(this instanceof RelaySocket)) return;
  const nowMs = Date.now();
  if (isBinary) this.room?.receive({ type: 'message', port: this, message, nowMs });
  else if (message.toString('latin1') === heartbeatText) {
    this.send(heartbeatAnswer);
    this.room?.receive({ type: 'heard', port: this, nowMs });
  } else this.room?.receive({ type: 'refused', port: this, reason: 'bad_frame', nowMs });
}

function heard(this: WebSocket): void {
  if (this instanceof RelaySocket) this.room?.receive({ type: 'heard', port: this, nowMs: Date.now() });
}

function closed(this: WebSocket): void {
  if (this instanceof RelaySocket) this.room?.receive({ type: 'disconnected', port: this, nowMs: Date.now() });
}

function ignoreError(): void {
  // Counted by its close code; nothing of the message may be logged.
}

function refuse(connection: Duplex, status: string): void {
  connection.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
