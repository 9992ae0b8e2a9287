import { type AgentId, as } from '@collagility/protocol/ids';

/** Text that is being written survives a reload: in this browser, or in this tab only where the browser keeps nothing. */
export type DraftStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
const draftKinds = ['chat', 'suggest', 'steer', 'prompt'] as const;
export type DraftKind = (typeof draftKinds)[number];
/**
 * `kind`: what it was begun as, and `agentId`: for whom. Both stay so whatever comes meanwhile: words to an agent must not
 * become words to people, nor to another agent.
 */
export type Draft = { text: string; kind: DraftKind | undefined; agentId?: AgentId | undefined };

export const noDraft: Draft = { text: '', kind: undefined };

export const draftKey = (roomId: string): string => `collagility.draft.${roomId}`;
const kindKey = (roomId: string): string => `${draftKey(roomId)}.kind`;
const agentKey = (roomId: string): string => `${draftKey(roomId)}.agent`;

/** The store for drafts of this room; `undefined` where the browser forbids storage. */
export function draftStore(isPrivate: boolean): DraftStore | undefined {
  try {
    return isPrivate ? sessionStorage : localStorage;
  } catch {
    // Storage is forbidden: the draft lives as long as the page.
    return undefined;
  }
}

export function readDraft(store: DraftStore | undefined, roomId: string): Draft {
  try {
    const text = store?.getItem(draftKey(roomId)) ?? '';
    const kind = store?.getItem(kindKey(roomId));
    const agentId = store?.getItem(agentKey(roomId)) ?? undefined;
    return {
      text,
      kind: draftKinds.find((known) => known === kind),
      ...(agentId !== undefined && { agentId: as<AgentId>(agentId) }),
    };
  } catch {
    // The same as no draft.
    return noDraft;
  }
}

/** An empty draft leaves nothing behind. */
export function writeDraft(store: DraftStore | undefined, roomId: string, { text, kind, agentId }: Draft): void {
  const put = (key: string, value: string | undefined) =>
    value === undefined ? store?.removeItem(key) : store?.setItem(key, value);
  try {
    put(draftKey(roomId), text === '' ? undefined : text);
    put(kindKey(roomId), text === '' ? undefined : kind);
    put(agentKey(roomId), text === '' ? undefined : agentId);
  } catch {
    // Full or forbidden storage must not stop anybody from typing.
    return;
  }
}
