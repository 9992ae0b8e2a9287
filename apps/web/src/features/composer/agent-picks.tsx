'use client';
import type { AgentState } from '@collagility/protocol/state';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { effortsOf } from '../agents/efforts-of.ts';
import { mayChooseAgent } from '../agents/may-choose-agent.ts';
import { useActions, useIsLive, useRoom } from '../room/room-store.ts';
import { useRoomUi } from '../room/room-ui.ts';

const words = strings.agents.picks;

type Pick = { id: string; label: string; face: string; items: MenuItem[]; isLoud?: boolean };

/** Model, effort and mode of the agent that is written to, for those who may choose them; others read them in the bar. */
export function AgentPicks({ agent }: { agent: AgentState }) {
  const isLive = useIsLive();
  const ui = useRoomUi();
  const picks = usePicks(agent);
  const isFolding = picks.length > 1;
  const faces = picks.map(({ face }) => face).join(', ');
  return (
    <>
      {picks.map(({ id, label, face, items, isLoud }) => (
        <Menu
          key={id}
          label={`${label}: ${face}`}
          items={items}
          look="ghost"
          size="small"
          disabled={!isLive}
          className={cx(quiet, 'max-w-32 flex-none', toneOf(isLoud), isFolding && '@max-[490px]/desk:hidden')}
        >
          <span className="min-w-0 truncate">{face}</span>
          <Icon name="down" size={12} className="@max-[680px]/desk:hidden" />
        </Menu>
      ))}
      {/* Beside a wide panel they are one button, which leads to all three: what sends the text keeps its place. */}
      {isFolding ? (
        <Button
          look="ghost"
          size="small"
          aria-label={`${faces}. ${words.open}`}
          title={`${faces}. ${words.open}`}
          onClick={() => ui.open({ name: 'agents' })}
          className={cx(
            quiet,
            'min-w-11 max-w-max flex-[1_1_0px] justify-start! @min-[490.02px]/desk:hidden',
            toneOf(picks.some(({ isLoud }) => isLoud)),
          )}
        >
          <span className="min-w-0 truncate">{faces}</span>
          <Icon name="down" size={12} />
        </Button>
      ) : null}
    </>
  );
}

const quiet = 'gap-1! px-1.5! disabled:border-transparent! disabled:bg-transparent!';
const toneOf = (isLoud = false): string => (isLoud ? 'text-warn!' : 'text-ink-3!');

function usePicks(agent: AgentState): Pick[] {
  const actions = useActions();
  const me = useRoom((view) => view.me);
  const { agentId, models = [], model, effort, mode, capabilities } = agent;
  if (agent.stopped !== undefined || !mayChooseAgent(me)) return [];
  const picks: Pick[] = [];
  if (models.length > 0 && capabilities.includes('modelSwitching'))
    picks.push({
      id: 'model',
      label: strings.room.model,
      face: models.find(({ id }) => id === model)?.name ?? model ?? words.agentsOwn,
      items: models.map(({ id, name, description }) => ({
        id,
        label: name ?? id,
        ...(description !== undefined && { detail: description }),
        checked: id === model,
        onSelect: () => actions.send({ type: 'agent.set_model', agentId, model: id }),
      })),
    });
  const efforts = effortsOf(agent);
  if (efforts.length > 0)
    picks.push({
      id: 'effort',
      label: strings.agents.effort,
      face: effort ?? words.agentsOwn,
      items: efforts.map((value) => ({
        id: value,
        label: value,
        checked: value === effort,
        onSelect: () => actions.send({ type: 'agent.set_effort', agentId, effort: value }),
      })),
    });
  // What runs without a question is the host's alone.
  if (me?.rights.manage === true && capabilities.includes('modeSwitching'))
    picks.push({
      id: 'mode',
      label: words.mode,
      face: strings.room.mode[mode],
      isLoud: mode === 'act',
      items: [
        {
          id: 'ask',
          label: strings.room.modeAsk,
          detail: strings.room.modeTitle.ask,
          checked: mode === 'ask',
          onSelect: () => actions.send({ type: 'agent.set_mode', agentId, mode: 'ask' }),
        },
        {
          id: 'act',
          label: strings.room.modeAct,
          detail: strings.room.modeActDetail,
          icon: 'warning',
          checked: mode === 'act',
          onSelect: () => actions.send({ type: 'agent.set_mode', agentId, mode: 'act' }),
        },
      ],
    });
  return picks;
}
