'use client';
import type { AgentState } from '@collagility/protocol/state';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { DraftKind } from './draft.ts';

const words = strings.room.composer;

/** What is being written cannot be sent as what it was begun as: why, and what it can be made by who wrote it. */
export function KindGone({
  kind,
  agent,
  instead,
  onChange,
}: {
  kind: DraftKind;
  agent: AgentState | undefined;
  instead: DraftKind | undefined;
  onChange: (kind: DraftKind) => void;
}) {
  const why =
    agent === undefined
      ? words.gone.none
      : agent.stopped !== undefined
        ? words.gone.stopped(agent.name)
        : kind === 'steer' && agent.runningPromptId === undefined
          ? words.gone.turn
          : words.gone.right(words.kinds[kind]);
  return (
    <div className="flex items-center gap-2 px-3 pt-2 text-12 text-warn">
      <Icon name="warning" size={14} className="flex-none" />
      <p role="status" className="min-w-0 flex-1">
        {why} {words.gone.kept}
      </p>
      {instead === undefined ? null : (
        <Button size="small" onClick={() => onChange(instead)} className="flex-none">
          {words.gone.instead(words.kinds[instead])}
        </Button>
      )}
    </div>
  );
}
