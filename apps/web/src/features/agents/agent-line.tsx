'use client';
import { reasonText } from '@collagility/protocol/reasons';
import type { AgentState } from '@collagility/protocol/state';
import { useState } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Choice } from '../../ui/choice.tsx';
import { useActions, useIsLive, useRoom } from '../room/room-store.ts';
import { effortsOf } from './efforts-of.ts';

const words = strings.agents;

/** One agent of the room: what it does, where it works, what can be chosen of it. */
export function AgentLine({
  agent,
  isChosen,
  mayChoose,
  onSpeak,
}: {
  agent: AgentState;
  isChosen: boolean;
  mayChoose: boolean;
  /** Absent where it is the only one. */
  onSpeak?: () => void;
}) {
  const actions = useActions();
  const isLive = useIsLive();
  const prompt = useRoom((view) =>
    view.state?.items.findLast((item) => item.kind === 'prompt' && item.promptId === agent.runningPromptId),
  );
  const { agentId, stopped, queue, models = [], model, effort, mode } = agent;
  // What runs without a question is the host's alone.
  const mayManage = useRoom((view) => view.me?.rights.manage ?? false) && agent.capabilities.includes('modeSwitching');
  const efforts = effortsOf(agent);
  const [isStopping, setStopping] = useState(false);
  const isOff = stopped !== undefined;
  return (
    <li className="grid gap-2.5 rounded-10 border border-line p-3" aria-label={agent.name}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <b className="font-semibold text-14">{agent.name}</b>
        {agentId === agent.provider ? null : <span className="text-12 text-ink-3">{agentId}</span>}
        <span className="text-12 text-ink-2">{isOff ? words.stopped : strings.room.status[agent.status]}</span>
        <span className="flex-1" />
        {isChosen ? <Chip tone="accent">{words.spokenTo}</Chip> : null}
        {onSpeak === undefined || isChosen || isOff ? null : (
          <Button size="small" onClick={onSpeak}>
            {words.speak}
          </Button>
        )}
      </div>
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-12 text-ink-3">
        <span>{agent.place?.kind === 'own' ? words.own(agent.place.branch) : words.shared}</span>
        {queue.length > 0 ? <span>{words.waiting(queue.length)}</span> : null}
        {isOff ? <span>{reasonText(stopped)}</span> : null}
      </p>
      {prompt?.kind === 'prompt' ? <p className="truncate text-12 text-ink-2">{words.now(prompt.text)}</p> : null}
      {isOff || (models.length === 0 && efforts.length === 0 && !mayManage) ? null : (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-2 sm:grid-cols-[repeat(auto-fit,minmax(6.875rem,1fr))] max-sm:[&>:first-child:nth-last-child(odd)]:col-span-2">
          {models.length === 0 ? null : (
            <Choice
              label={strings.room.model}
              value={model}
              disabled={!mayChoose || !isLive}
              options={models.map(({ id, name }) => ({ value: id, label: name ?? id }))}
              onChange={(next) => actions.send({ type: 'agent.set_model', agentId, model: next })}
            />
          )}
          {efforts.length === 0 ? null : (
            <Choice
              label={words.effort}
              value={effort}
              disabled={!mayChoose || !isLive}
              options={efforts.map((value) => ({ value, label: value }))}
              onChange={(next) => actions.send({ type: 'agent.set_effort', agentId, effort: next })}
            />
          )}
          {mayManage ? (
            <Choice
              label={words.picks.mode}
              value={mode}
              disabled={!isLive}
              options={[
                { value: 'ask', label: strings.room.mode.ask },
                { value: 'act', label: strings.room.mode.act },
              ]}
              onChange={(next) => actions.send({ type: 'agent.set_mode', agentId, mode: next })}
            />
          ) : null}
        </div>
      )}
      {mayChoose ? (
        <div className="flex flex-wrap items-center gap-1.5">
          <Button size="small" disabled={!isLive} onClick={() => actions.send({ type: 'agent.restart', agentId })}>
            {isOff ? words.startAgain : strings.room.restart}
          </Button>
          {isOff ? null : isStopping ? (
            <>
              <Button
                size="small"
                look="bad"
                disabled={!isLive}
                onClick={() => {
                  setStopping(false);
                  actions.send({ type: 'agent.stop', agentId });
                }}
              >
                {words.stopNow}
              </Button>
              <Button size="small" look="ghost" onClick={() => setStopping(false)}>
                {strings.cancel}
              </Button>
              <span className="text-12 text-ink-3">{words.stopDetail}</span>
            </>
          ) : (
            <Button size="small" look="ghost" disabled={!isLive} onClick={() => setStopping(true)}>
              {words.stop}
            </Button>
          )}
        </div>
      ) : null}
    </li>
  );
}
