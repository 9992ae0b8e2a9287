/** Text that is being written survives a reload: in this browser, or in this tab only where the browser keeps nothing. */
export type DraftStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
export type DraftKind = 'chat' | 'suggest' | 'steer' | 'prompt';

export const draftKey = (roomId: string): string => `collagility.draft.${roomId}`;

/** The store for drafts of this room; `undefined` where the browser forbids storage. */
export function draftStore(isPrivate: boolean): DraftStore | undefined {
  try {
    return isPrivate ? sessionStorage : localStorage;
  } catch {
    // Storage is forbidden: the draft lives as long as the page.
    return undefined;
  }
}

export function readDraft(store: DraftStore | undefined, roomId: string): string {
  try {
    return store?.getItem(draftKey(roomId)) ?? '';
  } catch {
    // The same as no draft.
    return '';
  }
}

/** An empty draft leaves nothing behind. */
export function writeDraft(store: DraftStore | undefined, roomId: string, text: string): void {
  try {
    if (text === '') store?.removeItem(draftKey(roomId));
    else store?.setItem(draftKey(roomId), text);
  } catch {
    // Full or forbidden storage must not stop anybody from typing.
    return;
  }
}
