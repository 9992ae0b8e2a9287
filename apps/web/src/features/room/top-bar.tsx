'use client';
import { strings } from '../../strings.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Menu } from '../../ui/menu.tsx';
import { roleWord } from '../people/presets.ts';
import { AgentMenu } from './agent-menu.tsx';
import { LivePill } from './live-pill.tsx';
import { useActions, usePerson, useRoom } from './room-store.ts';
import { useRoomUi } from './room-ui.ts';
import { UsageMeter } from './usage-meter.tsx';
import { useInterrupt } from './use-interrupt.ts';
import { useMoreItems } from './use-more-items.ts';

const words = strings.room;

/** Where this is, how true it is, who drives; sharing at the right. */
export function TopBar() {
  const ui = useRoomUi();
  const actions = useActions();
  const me = useRoom((view) => view.me);
  const isDriver = useRoom(
    (view) => view.me !== undefined && view.state?.driver?.participantId === view.me.participantId,
  );
  const title = useRoom((view) => view.state?.title) ?? '';
  const workspace = useRoom((view) => view.state?.workspaceName) ?? '';
  const branch = useRoom((view) => view.state?.branch);
  const agent = useRoom((view) => (ui.agentId === undefined ? undefined : view.state?.agents[ui.agentId]));
  const isPaused = useRoom((view) => view.state?.paused !== undefined);
  const myself = usePerson(me?.participantId);
  const interrupt = useInterrupt();
  const more = useMoreItems();
  return (
    <header
      id="region-top"
      tabIndex={-1}
      className="col-span-full flex min-w-0 items-center gap-2 border-line border-b bg-bg pr-3 pl-3.5 max-sm:pr-1"
    >
      <Mark />
      {title === '' || title === workspace ? null : (
        <span className="text-ink-3 max-lg:hidden">
          {workspace} <span className="ml-1">/</span>
        </span>
      )}
      <div className="min-w-0">
        <h1 className="truncate font-semibold text-13 leading-[1.125rem]">{title === '' ? workspace : title}</h1>
        <p className="hidden truncate text-11 text-ink-3 max-sm:block">
          {words.youAre(agent?.name ?? '', myself.name)}
        </p>
      </div>
      <LivePill />
      <span className="flex-1" />
      {branch === undefined ? null : (
        <Chip icon="branch" className="max-w-48 max-lg:hidden [&]:truncate">
          {branch}
        </Chip>
      )}
      <AgentMenu />
      {agent === undefined || (agent.mode === 'ask' && agent.unasked.length === 0) ? null : (
        <Chip
          icon="warning"
          tone="warn"
          title={agent.mode === 'act' ? words.modeTitle.act : words.unasked(agent.unasked.join(', '))}
          className="max-md:hidden"
        >
          {words.mode.act}
        </Chip>
      )}
      <UsageMeter />
      <span aria-hidden="true" className="mx-1 h-[18px] w-px bg-line max-md:hidden" />
      {me === undefined ? null : (
        <Chip icon="shield" className="max-md:hidden">
          {isDriver ? strings.people.driver.badge : roleWord(me.role, me.rights)}
        </Chip>
      )}
      {interrupt === undefined ? null : <IconButton icon="stop" label={words.interrupt} onClick={interrupt} />}
      {me?.rights.manage === true ? (
        <IconButton
          icon={isPaused ? 'play' : 'pause'}
          label={isPaused ? words.resume : words.pause}
          onClick={() => actions.send({ type: isPaused ? 'room.resume' : 'room.pause' })}
          className="max-sm:hidden"
        />
      ) : null}
      <IconButton icon="diff" label={words.panel} onClick={ui.togglePanel} className="max-sm:hidden md:hidden" />
      {me?.rights.invite === true ? (
        <Button icon="people" onClick={() => ui.open({ name: 'invite' })} className="max-sm:hidden">
          {words.share}
        </Button>
      ) : null}
      <Menu label={words.more} items={more} look="ghost" className="w-(--control) px-0! max-sm:hidden">
        <Icon name="more" />
      </Menu>
    </header>
  );
}
