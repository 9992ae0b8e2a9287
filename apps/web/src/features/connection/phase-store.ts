import { as, type CommandId } from '@collagility/protocol/ids';
import type { RoomStore } from '../room/room-store.ts';
import type { RoomActions, RoomPhase, RoomView } from '../room/room-view.ts';
import { emptyView } from './empty-view.ts';

const nothing = (): undefined => undefined;

/** A store that only stands still: a page without a room behind it. */
export class PhaseStore implements RoomStore {
  readonly #view: RoomView;
  readonly actions: RoomActions = {
    join: nothing,
    useHere: nothing,
    send: () => as<CommandId>(''),
    retry: nothing,
    dismiss: nothing,
    typing: nothing,
    looking: nothing,
    loadOlder: nothing,
    fetchBlob: () => Promise.reject(new Error('There is no room here.')),
    ask: () => Promise.reject(new Error('There is no room here.')),
    upload: () => Promise.reject(new Error('There is no room here.')),
    watchTerminal: () => nothing,
    refreshTerminal: nothing,
    pressKeys: nothing,
    reconnectNow: () => window.location.reload(),
    leave: nothing,
  };

  constructor(phase: RoomPhase) {
    this.#view = { ...emptyView, phase };
  }

  get = (): RoomView => this.#view;
  subscribe = (): (() => void) => nothing;
}
