'use client';
import type { AgentState } from '@collagility/protocol/state';
import { strings } from '../../strings.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { useActions, useRoom } from './room-store.ts';
import { useRoomUi } from './room-ui.ts';

const words = strings.room;

/** Which agent, its model, and whether it asks: the host's choices; all see them. */
export function AgentMenu() {
  const ui = useRoomUi();
  const actions = useActions();
  const agents = useRoom((view) => view.state?.agents);
  const mayManage = useRoom((view) => view.me?.rights.manage ?? false);
  const all = Object.values(agents ?? {});
  const agent = all.find((each) => each.agentId === ui.agentId);
  if (agent === undefined) return null;
  const items: MenuItem[] = [
    ...(all.length > 1
      ? all.map((each) => ({
          id: each.agentId,
          label: each.name,
          detail: words.status[each.status],
          checked: each.agentId === agent.agentId,
          onSelect: () => ui.chooseAgent(each.agentId),
        }))
      : []),
    ...(mayManage && agent.capabilities.includes('modeSwitching') ? hostItems(agent, actions) : []),
    { id: 'agents', label: strings.agents.open, icon: 'agent', onSelect: () => ui.open({ name: 'agents' }) },
  ];
  const face = (
    <>
      {/* The space is read out, not seen: the two would be one word. */}
      <span className="truncate font-medium text-ink">{agent.name}</span>{' '}
      {agent.model === undefined ? null : <span className="truncate text-ink-2">{agent.model}</span>}
    </>
  );
  return (
    <Menu
      label={words.chooseAgent([agent.name, agent.model].filter((part) => part !== undefined).join(' '))}
      items={items}
      size="small"
      className="max-w-60 font-normal! max-sm:hidden"
    >
      {face}
      <Icon name="down" size={13} />
    </Menu>
  );
}

function hostItems(agent: AgentState, actions: ReturnType<typeof useActions>): MenuItem[] {
  const { agentId, mode } = agent;
  return [
    {
      id: 'ask',
      label: words.modeAsk,
      detail: words.modeTitle.ask,
      checked: mode === 'ask',
      onSelect: () => actions.send({ type: 'agent.set_mode', agentId, mode: 'ask' }),
    },
    {
      id: 'act',
      label: words.modeAct,
      detail: words.modeActDetail,
      checked: mode === 'act',
      onSelect: () => actions.send({ type: 'agent.set_mode', agentId, mode: 'act' }),
    },
  ];
}
