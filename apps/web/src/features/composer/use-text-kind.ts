'use client';
import type { AgentId } from '@collagility/protocol/ids';
import { useEffect, useRef, useState } from 'react';
import { useRoomUi } from '../room/room-ui.ts';
import { firstKind } from './composer-rules.ts';
import type { DraftKind } from './draft.ts';
import type { useOwnDraft } from './use-own-draft.ts';

/**
 * What the text in the field is sent as, and to whom: what it was begun as, whatever comes meanwhile. Words to an agent go
 * to nobody else by themselves, and no word to people runs. `gone`: what it cannot be sent as now.
 */
export function useTextKind(
  { text, kind: begun, agentId: begunFor, editing, write }: ReturnType<typeof useOwnDraft>,
  kinds: DraftKind[],
  agentId: AgentId | undefined,
): {
  kind: DraftKind | undefined;
  usual: DraftKind | undefined;
  gone: DraftKind | undefined;
  choose(kind: DraftKind): void;
} {
  const { holdAgent } = useRoomUi();
  const [chosen, setChosen] = useState<DraftKind>();
  const usual = chosen !== undefined && kinds.includes(chosen) ? chosen : firstKind(kinds);
  const isEditing = editing !== undefined;
  const meant = isEditing ? 'prompt' : text === '' ? undefined : begun;
  const kind = usual === undefined ? undefined : (meant ?? usual);

  // One that a reload brought back is held for whom it was begun.
  const heldAgent = text === '' ? undefined : (begunFor ?? agentId);
  useEffect(() => {
    if (!isEditing) holdAgent(heldAgent);
  }, [holdAgent, heldAgent, isEditing]);

  // Another agent was chosen for what is written already.
  const before = useRef(agentId);
  useEffect(() => {
    const isOther = agentId !== undefined && agentId !== before.current && agentId !== begunFor;
    before.current = agentId;
    if (isOther && text !== '' && !isEditing) write({ text, kind: begun, agentId });
  });

  return {
    kind,
    usual,
    gone: kind === undefined || kinds.includes(kind) ? undefined : kind,
    choose: (next) => {
      setChosen(next);
      if (text !== '') write({ text, kind: next, agentId });
    },
  };
}
