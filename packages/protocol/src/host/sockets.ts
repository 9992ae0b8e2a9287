import type { JsonObject, PairwiseChannel } from '../channel.ts';
import type { ByeCode, CloseReason } from '../errors.ts';
import type { CardId, MemberId } from '../ids.ts';
import { maxKnownHandles } from '../limits.ts';
import type { OutgoingHostMessage } from '../messages.ts';
import type { RelayLink } from './relay-link.ts';

/**
 * One socket of a member at the relay, as the host knows it:
 *
 *     new ──hs3, lobby──▶ waiting ──the host's word──▶ member
 *      └──────hs3, no lobby or resume─────────────────▶┘
 */
export type SocketState =
  | { name: 'new' }
  | { name: 'waiting'; cardId: CardId; channel: PairwiseChannel }
  | { name: 'member'; memberId: MemberId; channel: PairwiseChannel };

export type HostSocket = { readonly handle: string; id8?: string; address?: string; state: SocketState };

/** All sockets the relay told of, and which of them is a member's live one. */
export class Sockets {
  readonly #link: RelayLink;
  readonly #byHandle = new Map<string, HostSocket>();
  readonly #live = new Map<MemberId, HostSocket>();

  constructor(link: RelayLink) {
    this.#link = link;
  }

  /** A handle is made known by the relay's `in`, or by its first frame after the host came back. */
  get(handle: string): HostSocket | undefined {
    const known = this.#byHandle.get(handle);
    if (known !== undefined) return known;
    // The names are the relay's, and cost it nothing.
    if (this.#byHandle.size >= maxKnownHandles) return undefined;
    const socket: HostSocket = { handle, state: { name: 'new' } };
    this.#byHandle.set(handle, socket);
    return socket;
  }

  known(handle: string): HostSocket | undefined {
    return this.#byHandle.get(handle);
  }

  all(): HostSocket[] {
    return [...this.#byHandle.values()];
  }

  live(memberId: MemberId): HostSocket | undefined {
    return this.#live.get(memberId);
  }

  liveMembers(): MemberId[] {
    return [...this.#live.keys()];
  }

  get liveCount(): number {
    return this.#live.size;
  }

  becomeMember(socket: HostSocket, memberId: MemberId, channel: PairwiseChannel): void {
    if (socket.state.name !== 'new' && socket.state.channel !== channel) socket.state.channel.wipe();
    socket.state = { name: 'member', memberId, channel };
    this.#live.set(memberId, socket);
  }

  becomeWaiting(socket: HostSocket, cardId: CardId, channel: PairwiseChannel): void {
    this.forget(socket);
    this.#byHandle.set(socket.handle, socket);
    socket.state = { name: 'waiting', cardId, channel };
  }

  /** The sealed frame of this message on its way; nothing where there is no channel. */
  send(socket: HostSocket, message: OutgoingHostMessage, bin?: Uint8Array): void {
    if (socket.state.name === 'new') return;
    this.sendOn(socket, socket.state.channel, message, bin);
  }

  sendOn(socket: HostSocket, channel: PairwiseChannel, message: OutgoingHostMessage, bin?: Uint8Array): void {
    const json: JsonObject = { ...message };
    this.#link.frame(socket.handle, channel.seal(json, bin));
  }

  sendToMember(memberId: MemberId, message: OutgoingHostMessage, bin?: Uint8Array): void {
    const socket = this.#live.get(memberId);
    if (socket !== undefined) this.send(socket, message, bin);
  }

  sendToAll(message: OutgoingHostMessage, bin?: Uint8Array): void {
    for (const socket of this.#live.values()) this.send(socket, message, bin);
  }

  /** The host's sealed last word, then the relay closes the socket. */
  bye(socket: HostSocket, code: ByeCode, channel?: PairwiseChannel): void {
    if (channel !== undefined) this.sendOn(socket, channel, { t: 'bye', code });
    else this.send(socket, { t: 'bye', code });
    this.close(socket, 'closed_by_host');
  }

  close(socket: HostSocket, reason: CloseReason): void {
    this.#link.control({ t: 'close', h: socket.handle, code: reason });
    this.forget(socket);
  }

  /** Returns the state it had. */
  forget(socket: HostSocket): SocketState {
    const { state } = socket;
    this.#byHandle.delete(socket.handle);
    if (state.name === 'member' && this.#live.get(state.memberId) === socket) this.#live.delete(state.memberId);
    if (state.name !== 'new') state.channel.wipe();
    socket.state = { name: 'new' };
    return state;
  }

  forgetAll(): void {
    for (const socket of this.all()) this.forget(socket);
  }
}
