import { describe, expect, test } from 'vitest';
import { fold, host, opening, people, viewOf } from '../../../shots/rooms.ts';
import { busy, work, writing } from '../../../shots/session.ts';
import { chatting } from '../../../shots/waiting.ts';
import { emptyView } from './empty-view.ts';
import { applyPatch, diffView, isEmptyPatch } from './view-patch.ts';

const overTheWire = <T>(value: T): T => structuredClone(value);

describe('what the Worker posts', () => {
  test('every step of a session arrives as it was', () => {
    const told = [...busy, ...chatting];
    let [shown, page] = [emptyView, emptyView];
    for (let count = 1; count <= told.length; count++) {
      const next = viewOf(fold(told.slice(0, count)), host, count % 3 === 0 ? { live: writing } : {});
      page = applyPatch(page, overTheWire(diffView(shown, next)));
      shown = next;
      expect(page).toEqual(next);
    }
  });

  test('what did not change is the same object on the page, so that it is not drawn again', () => {
    const before = viewOf(fold([...opening, ...people, ...work]), host);
    const state = before.state;
    if (state === undefined) throw new Error('no state');
    const items = [...state.items];
    const last = items.pop();
    if (last === undefined) throw new Error('no items');
    const after = { ...before, state: { ...state, items: [...items, { ...last, atMs: 1 }] } };
    const page = applyPatch(before, overTheWire(diffView(before, after)));
    expect(page.state?.participants).toBe(state.participants);
    expect(page.state?.items[0]).toBe(state.items[0]);
    expect(page.state?.items.at(-1)).toEqual({ ...last, atMs: 1 });
  });

  test('text that is being written is posted as what was added', () => {
    const before = { ...emptyView, live: { s: { k: 'text' as const, b: 's', x: 'Hel' } } };
    const patch = diffView(before, { ...before, live: { s: { k: 'text' as const, b: 's', x: 'Hello' } } });
    expect(patch.live).toEqual({ set: {}, append: { s: 'lo' }, drop: [] });
    expect(applyPatch(before, patch).live['s']?.x).toBe('Hello');
  });

  test('a part that was built anew but says the same is not posted: it would draw half of the page at each delta', () => {
    const view = viewOf(fold([...opening, ...people]), host);
    const live = { s: { k: 'text' as const, b: 's', x: 'Hello' } };
    const patch = diffView(view, {
      ...structuredClone({ ...view, state: undefined }),
      ...(view.state && { state: view.state }),
      live,
    });
    expect(patch).toEqual({ set: {}, unset: [], live: { set: live, append: {}, drop: [] } });
  });

  test('an alarm that is gone is gone on the page too; no change is no message', () => {
    const alarmed = { ...emptyView, alarm: 'forged' };
    expect(applyPatch(alarmed, diffView(alarmed, emptyView))).toEqual(emptyView);
    expect(isEmptyPatch(diffView(emptyView, { ...emptyView }))).toBe(true);
  });
});
