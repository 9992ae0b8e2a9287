'use client';
import type { AgentId, CheckpointId } from '@collagility/protocol/ids';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useActions, useIsLive } from '../room/room-store.ts';

const words = strings.changes;

/** Says what becomes of the files before it happens. */
export function RestoreDialog({
  agentId,
  checkpoint,
  isUndo,
  onClose,
}: {
  agentId: AgentId;
  checkpoint: CheckpointId;
  isUndo: boolean;
  onClose: () => void;
}) {
  const actions = useActions();
  const isLive = useIsLive();
  return (
    <Dialog
      title={isUndo ? words.undoTitle : words.restoreTitle}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button
            look="solid"
            disabled={!isLive}
            onClick={() => {
              actions.send({ type: 'workspace.restore', agentId, checkpoint });
              onClose();
            }}
          >
            {isUndo ? words.undo : words.restoreGo}
          </Button>
        </>
      }
    >
      <p>{isUndo ? words.undoLead : words.restoreLead}</p>
      <p className="mt-2 text-12 text-ink-3">{words.restoreKept}</p>
    </Dialog>
  );
}
