import type { LiveBlock } from '@collagility/protocol/ephemeral';
import type { RoomState } from '@collagility/protocol/state';
import { isSameValue } from '../../lib/is-same-value.ts';
import type { RoomView } from '../room/room-view.ts';

/**
 * The difference between two views, small enough to post at each frame: what did not change keeps its identity on the
 * page, so that only what changed is drawn again.
 */
export type ViewPatch = {
  set: Partial<Omit<RoomView, 'state' | 'live'>>;
  unset: (keyof RoomView)[];
  state?: StatePatch;
  live?: { set: Record<string, LiveBlock>; append: Record<string, string>; drop: string[] };
};

type Splice<T> = { at: number; remove: number; insert: T[] };
type Lists = Pick<RoomState, 'items' | 'chat'>;
type StatePatch = {
  set: Partial<Omit<RoomState, keyof Lists>>;
  unset: (keyof RoomState)[];
  items?: Splice<RoomState['items'][number]>;
  chat?: Splice<RoomState['chat'][number]>;
};

/** What leads from one view to the next. `undefined` for "none yet". */
export function diffView(before: RoomView | undefined, after: RoomView): ViewPatch {
  const { state, live, ...rest } = after;
  const { state: stateBefore, live: liveBefore, ...restBefore } = before ?? { live: {} };
  // The client builds these parts anew with each view; a part that only looks new would draw half of the page again.
  const patch: ViewPatch = { set: changed(restBefore, rest, isSameValue), unset: missing(restBefore, rest) };
  if (state !== undefined && state !== stateBefore) patch.state = diffState(stateBefore, state);
  if (state === undefined && stateBefore !== undefined) patch.unset.push('state');
  const lively = diffLive(liveBefore ?? {}, live);
  if (lively !== undefined) patch.live = lively;
  return patch;
}

/** The next view; parts that did not change are the same objects as before. */
export function applyPatch(before: RoomView, patch: ViewPatch): RoomView {
  const view: RoomView = { ...before, ...patch.set };
  for (const key of patch.unset) delete (view as Partial<RoomView>)[key];
  if (patch.state !== undefined) view.state = applyState(before.state, patch.state);
  if (patch.live !== undefined) {
    const live = { ...before.live, ...patch.live.set };
    for (const [id, text] of Object.entries(patch.live.append)) {
      const block = live[id];
      if (block !== undefined) live[id] = { ...block, x: block.x + text };
    }
    for (const id of patch.live.drop) delete live[id];
    view.live = live;
  }
  return view;
}

export const isEmptyPatch = (patch: ViewPatch): boolean =>
  patch.state === undefined &&
  patch.live === undefined &&
  patch.unset.length === 0 &&
  Object.keys(patch.set).length === 0;

function diffState(before: RoomState | undefined, after: RoomState): StatePatch {
  const { items, chat, ...rest } = after;
  const { items: itemsBefore, chat: chatBefore, ...restBefore } = before ?? { items: [], chat: [] };
  const patch: StatePatch = { set: changed(restBefore, rest, Object.is), unset: missing(restBefore, rest) };
  if (items !== itemsBefore) patch.items = splice(itemsBefore, items);
  if (chat !== chatBefore) patch.chat = splice(chatBefore, chat);
  return patch;
}

function applyState(before: RoomState | undefined, patch: StatePatch): RoomState {
  const base = { items: [], chat: [], ...before, ...patch.set } as RoomState;
  for (const key of patch.unset) delete (base as Partial<RoomState>)[key];
  if (patch.items !== undefined) base.items = spliced(base.items, patch.items);
  if (patch.chat !== undefined) base.chat = spliced(base.chat, patch.chat);
  return base;
}

function diffLive(before: RoomView['live'], after: RoomView['live']): ViewPatch['live'] {
  if (before === after) return undefined;
  const set: Record<string, LiveBlock> = {};
  const append: Record<string, string> = {};
  for (const [id, block] of Object.entries(after)) {
    const known = before[id];
    const isSameCut = known?.cut?.at === block.cut?.at && known?.cut?.units === block.cut?.units;
    if (known === block || (known?.x === block.x && known.k === block.k && isSameCut)) continue;
    if (known !== undefined && known.k === block.k && isSameCut && block.x.startsWith(known.x))
      append[id] = block.x.slice(known.x.length);
    else set[id] = block;
  }
  const drop = Object.keys(before).filter((id) => after[id] === undefined);
  const isSame = drop.length === 0 && Object.keys(set).length === 0 && Object.keys(append).length === 0;
  return isSame ? undefined : { set, append, drop };
}

/** One cut: same beginning, same end, what is between is new. Covers append, change and older history in front. */
function splice<T>(before: readonly T[], after: readonly T[]): Splice<T> {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { at: start, remove: before.length - start - end, insert: after.slice(start, after.length - end) };
}

const spliced = <T>(list: readonly T[], { at, remove, insert }: Splice<T>): T[] => [
  ...list.slice(0, at),
  ...insert,
  ...list.slice(at + remove),
];

function changed<T extends object>(
  before: Partial<T>,
  after: T,
  isSame: (before: unknown, after: unknown) => boolean,
): Partial<T> {
  const set: Partial<T> = {};
  for (const key of Object.keys(after) as (keyof T)[]) if (!isSame(before[key], after[key])) set[key] = after[key];
  return set;
}

const missing = <T extends object>(before: Partial<T>, after: T): (keyof T)[] =>
  (Object.keys(before) as (keyof T)[]).filter((key) => before[key] !== undefined && after[key] === undefined);
