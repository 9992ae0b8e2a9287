import { closeCodes } from '@collagility/protocol/errors';
import type { Effect, Input } from '../effects.ts';
import type { Room } from '../room.ts';
import { settle } from '../settle.ts';
import type { NodeRelay } from './node-relay.ts';
import { type RelaySocket, serverFrame } from './relay-socket.ts';

/** Carries out what one room wants, on Node's sockets. */
export class NodeRoom {
  readonly roomId: string;
  readonly room: Room<RelaySocket>;
  readonly #relay: NodeRelay;

  constructor(roomId: string, room: Room<RelaySocket>, relay: NodeRelay) {
    this.roomId = roomId;
    this.room = room;
    this.#relay = relay;
  }

  receive(input: Input<RelaySocket>): void {
    this.#run(this.room.receive(input));
    if (this.room.sockets === 0) this.#relay.emptied(this);
  }

  #run(effects: Effect<RelaySocket>[]): void {
    for (const effect of effects) {
      switch (effect.type) {
        case 'send': {
          const frame = serverFrame(effect.message);
          for (const socket of effect.to) socket.writeFrame(frame);
          this.#relay.metrics.sent(effect.to.length, effect.message.length);
          break;
        }
        case 'close':
          effect.port.close(closeCodes[effect.reason].code, effect.reason);
          break;
        case 'end_turn':
          setImmediate(this.#endTurn);
          break;
        case 'prove':
        case 'identify':
          this.#settle(effect);
          break;
        case 'remember':
          effect.port.isHost = effect.kept.state.phase === 'host';
          break;
        case 'store':
          this.#relay.storage.apply(this.roomId, effect.change);
          break;
        case 'note':
          this.#relay.note(effect.note, this.roomId);
          break;
      }
    }
  }

  readonly #endTurn = (): void => this.receive({ type: 'turn_ended', nowMs: Date.now() });

  #settle(question: Extract<Effect<RelaySocket>, { type: 'prove' | 'identify' }>): void {
    settle(this.roomId, question, Date.now).then(
      (answer) => this.receive(answer),
      (error: unknown) => {
        this.#relay.log({ level: 'error', event: 'check_failed', room: this.roomId, error: String(error) });
        this.receive({ type: 'refused', port: question.port, reason: 'internal', nowMs: Date.now() });
      },
    );
  }
}
