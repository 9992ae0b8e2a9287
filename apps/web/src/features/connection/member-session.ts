import { toHex } from '@collagility/protocol/bytes';
import { type MemberStore, MemoryMemberStore } from '@collagility/protocol/client/member-store';
import { RoomClient } from '@collagility/protocol/client/room-client';
import type { ClientView } from '@collagility/protocol/client/view';
import { roomIdText } from '@collagility/protocol/crypto/keys';
import { randomBytes } from '@collagility/protocol/crypto/sodium';
import { CollagilityError } from '@collagility/protocol/errors';
import type { AgentId } from '@collagility/protocol/ids';
import { decodeLink, type Link } from '@collagility/protocol/link';
import { steadyMs } from '../../lib/steady-clock.ts';
import type { RoomPhase, RoomView } from '../room/room-view.ts';
import { BrowserStore } from './browser-store.ts';
import { emptyView } from './empty-view.ts';
import type { Attention, PageMessage, Way, WorkerMessage } from './messages.ts';
import { peek } from './peek.ts';
import { type Lock, takeLock } from './room-lock.ts';
import { openSocket } from './socket.ts';
import { makeDevice } from './stored-member.ts';
import { diffView, isEmptyPatch } from './view-patch.ts';

/** `r=` shows this much of the room's id before joining. */
const idStartDigits = 12;

/** What lives in the Worker: keys, store, lock and the one client. */
export class MemberSession {
  readonly #post: (message: WorkerMessage, transfer?: Transferable[]) => void;
  #shown: RoomView | undefined;
  #client: RoomClient | undefined;
  #store: (MemberStore & { close?: () => void }) | undefined;
  #lock: Lock | undefined;
  #room: { roomId: string; link: Link | undefined; relay: string; isBound: boolean } | undefined;
  readonly #watched = new Map<AgentId, { watch: number; stop?: () => void }>();
  #name = '';
  #attention: Attention = 'watching';
  /** The host does not know the stored key any more: then the link is what is left. */
  #canFallBackToLink = false;

  constructor(post: (message: WorkerMessage, transfer?: Transferable[]) => void) {
    this.#post = post;
  }

  take(message: PageMessage): void {
    switch (message.t) {
      case 'open':
        this.#attention = message.attention;
        this.#guard(this.#open(message.way, message.relay, message.isBound));
        return;
      case 'join':
        this.#name = message.name;
        this.#guard(this.#join(false));
        return;
      case 'use_here':
        this.#guard(this.#join(true));
        return;
      case 'send':
        this.#client?.send(message.command, message.commandId);
        return;
      case 'retry':
        this.#client?.retry(message.commandId);
        return;
      case 'dismiss':
        this.#client?.dismiss(message.commandId);
        return;
      case 'typing':
        this.#client?.typing(message.isTyping);
        return;
      case 'looking':
        this.#client?.looking(message.place);
        return;
      case 'load_older':
        this.#guard(this.#client?.loadOlder());
        return;
      case 'fetch_blob':
        this.#answer(message.request, this.#client?.fetchBlob(message.ref), (bytes) => {
          const copy = bytes.slice();
          this.#post({ t: 'blob', request: message.request, bytes: copy }, [copy.buffer]);
        });
        return;
      case 'ask':
        this.#answer(message.request, this.#client?.ask(message.ask), (answer) =>
          this.#post({ t: 'answer', request: message.request, answer }),
        );
        return;
      case 'upload':
        this.#answer(message.request, this.#client?.upload(message.bytes), (blob) =>
          this.#post({ t: 'uploaded', request: message.request, blob }),
        );
        return;
      case 'watch_terminal':
        this.#watched.set(message.agentId, { watch: message.watch });
        this.#watchTerminal(message.agentId);
        return;
      case 'unwatch_terminal': {
        // A later look may have begun already.
        const watched = this.#watched.get(message.agentId);
        if (watched?.watch !== message.watch) return;
        watched.stop?.();
        this.#watched.delete(message.agentId);
        return;
      }
      case 'refresh_terminal':
        this.#client?.refreshTerminal(message.agentId);
        return;
      case 'keys':
        this.#client?.pressKeys(message.agentId, message.keys);
        return;
      case 'reconnect':
        this.#reconnect();
        return;
      case 'leave':
        this.#guard(this.#leave());
        return;
      case 'attention':
        this.#attention = message.attention;
        this.#client?.setPresence(message.attention);
        return;
      case 'woke':
        this.#client?.woke();
        return;
    }
  }

  async #open(way: Way, relay: string, isBound: boolean): Promise<void> {
    if (way.name === 'room') {
      this.#room = { roomId: way.roomId, link: undefined, relay, isBound };
      return this.#join(false);
    }
    const decoded = decodeLink(way.text);
    if (!decoded.ok) return this.#phase({ name: 'damaged_link' });
    const link: Link = { hostPk: decoded.hostPk, secret: decoded.secret };
    const roomId = roomIdText(link.hostPk);
    this.#room = { roomId, link, relay, isBound };
    // Somebody who is in already comes back by the stored key; a link alone never joins by itself (CLG-08).
    if (!isBound && (await hasKey(roomId))) {
      this.#canFallBackToLink = true;
      return this.#join(false);
    }
    this.#phase({ name: 'ready_to_join', roomIdStart: roomId.slice(0, idStartDigits) });
  }

  async #join(steal: boolean): Promise<void> {
    const room = this.#room;
    if (room === undefined) return;
    this.#phase({ name: 'connecting' });
    this.#stop();
    const lock = await takeLock(room.roomId, steal, () => this.#lost());
    if (lock === undefined) return this.#phase({ name: 'other_tab' });
    this.#lock = lock;
    const store = await openStore(room.roomId);
    this.#store = store;
    // A link on the host's own page makes a new device: its storage may be another program's tomorrow (CLG-81).
    if (room.link !== undefined && room.isBound) await store.delete();
    const client = new RoomClient({
      ...(room.link !== undefined && { link: room.link }),
      relay: room.relay,
      store,
      name: this.#name,
      openSocket,
      clock: { monotonicMs: steadyMs, wallMs: () => Date.now() },
      timer: (ms, work) => {
        const timer = setTimeout(work, ms);
        return () => clearTimeout(timer);
      },
      // As a call of its own: a browser's queueMicrotask must not be called as somebody's method.
      defer: (work) => queueMicrotask(work),
      random: randomBytes,
      newDevice: () => makeDevice(randomBytes),
      isBound: room.isBound,
      onChange: (view) => {
        if (this.#client === client) this.#changed(view);
      },
      onWelcome: () => {
        this.#canFallBackToLink = false;
        // The stored key is the way back from here on: going by the link again would be somebody new (CLG-08).
        if (store.isDurable) this.#room = { ...room, link: undefined };
        this.#post({ t: 'welcome', roomId: room.roomId });
      },
    });
    this.#client = client;
    client.setPresence(this.#attention);
    for (const agentId of this.#watched.keys()) this.#watchTerminal(agentId);
    if (await client.start()) return;
    this.#stop();
    this.#phase({ name: 'other_browser' });
  }

  #changed(view: ClientView): void {
    const { phase } = view;
    if (this.#canFallBackToLink && phase.name === 'refused_by_host' && this.#room !== undefined) {
      this.#canFallBackToLink = false;
      this.#stop();
      this.#phase({ name: 'ready_to_join', roomIdStart: this.#room.roomId.slice(0, idStartDigits) });
      return;
    }
    if (phase.name === 'other_tab') this.#stop();
    this.#show(view);
  }

  /** Another tab took the room over. */
  #lost(): void {
    this.#stop();
    this.#phase({ name: 'other_tab' });
  }

  #reconnect(): void {
    const phase = this.#shown?.phase.name;
    const hasEnded = phase === 'refused_by_host' || phase === 'refused_by_relay' || phase === 'relay_unreachable';
    if (hasEnded || this.#client === undefined) this.#guard(this.#join(false));
    else this.#client.reconnectNow();
  }

  async #leave(): Promise<void> {
    if (this.#shown?.phase.name === 'in_room' && this.#client !== undefined) {
      // The host's word ends it; the client then deletes what is stored.
      this.#client.leave();
      return;
    }
    await this.#store?.delete();
    this.#stop();
    this.#phase({ name: 'refused_by_host', code: 'left' });
  }

  /** Of the page, over as many clients as it takes. */
  #watchTerminal(agentId: AgentId): void {
    const watched = this.#watched.get(agentId);
    if (watched === undefined || this.#client === undefined) return;
    const { watch } = watched;
    const stop = this.#client.watchTerminal(agentId, (news) => this.#post({ t: 'terminal', watch, news }));
    this.#watched.set(agentId, { watch, stop });
  }

  #stop(): void {
    this.#client?.stop();
    this.#client = undefined;
    this.#store?.close?.();
    this.#store = undefined;
    this.#lock?.release();
    this.#lock = undefined;
  }

  #phase(phase: RoomPhase): void {
    this.#show({ ...emptyView, phase });
  }

  #show(view: RoomView): void {
    const patch = diffView(this.#shown, view);
    this.#shown = view;
    if (!isEmptyPatch(patch)) this.#post({ t: 'view', patch });
  }

  #answer<T>(request: number, work: Promise<T> | undefined, done: (value: T) => void): void {
    const refuse = (error: unknown): void =>
      this.#post({ t: 'refused', request, code: error instanceof CollagilityError ? error.code : 'failed' });
    if (work === undefined) refuse(undefined);
    else work.then(done, refuse);
  }

  /** A failure here is a bug or a full disk; the page must not wait for ever. */
  #guard(work: Promise<void> | undefined): void {
    work?.catch((error: unknown) => {
      this.#stop();
      this.#phase({ name: 'relay_unreachable', relay: this.#room?.relay ?? '', retryAtMs: steadyMs() });
      throw error;
    });
  }
}

/** The browser's disk; memory where it keeps nothing, of which the host and the person are told (CLG-09). */
async function openStore(roomId: string): Promise<MemberStore & { close?: () => void }> {
  if (navigator.locks === undefined) return new MemoryMemberStore();
  try {
    return await BrowserStore.open(roomId, toHex(randomBytes(16)));
  } catch {
    // Forbidden or full: this tab is a device in memory, and says so.
    return new MemoryMemberStore();
  }
}

/** Whether this browser is a confirmed member of the room. Takes nothing over. */
async function hasKey(roomId: string): Promise<boolean> {
  try {
    return await peek(roomId);
  } catch {
    // No storage, no key.
    return false;
  }
}
