'use client';
import type { AgentState } from '@collagility/protocol/state';
import type { TerminalActivity } from '@collagility/protocol/terminal';
import type { ReactNode } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { useActions, useIsLive, usePerson, useRoom } from '../room/room-store.ts';
import { useMedia } from '../room/use-media.ts';

const words = strings.terminal;
const sizes = [
  { columns: 80, rows: 24 },
  { columns: 100, rows: 30 },
  { columns: 120, rows: 36 },
  { columns: 160, rows: 45 },
];

type Props = {
  agent: AgentState;
  /** Leads to what else can be shown here. */
  views: ReactNode;
  title: string;
  activity: TerminalActivity | undefined;
  isTyping: boolean;
  isFitted: boolean;
  onType: (isTyping: boolean) => void;
  onFit: (isFitted: boolean) => void;
  onText: () => void;
  fitting: () => { columns: number; rows: number };
};

/** Above the screen: what runs, who types, how large it is for all. */
export function TerminalBar(props: Props) {
  const { agent, views, title, activity, isFitted, onFit, onText } = props;
  const isRunning = agent.terminal?.isRunning === true;
  const isPhone = useMedia('(max-width: 40em)');
  return (
    <div
      data-terminal-bar=""
      className="flex flex-none flex-wrap items-center gap-x-2 gap-y-1 border-line border-b px-3 py-1.5 max-sm:gap-x-1.5"
    >
      {views}
      <span className="min-w-0 flex-[1_1_0px] truncate font-medium text-12 text-ink-2 max-sm:hidden" title={title}>
        {title === '' ? agent.name : title}
      </span>
      {isRunning && activity !== undefined ? (
        <Chip title={words.activityTitle} tone={activity === 'needs_input' ? 'warn' : 'neutral'}>
          {isPhone ? (
            <>
              <span aria-hidden="true">{words.activityShort[activity]}</span>
              <span className="sr-only">{words.activity[activity]}</span>
            </>
          ) : (
            words.activity[activity]
          )}
        </Chip>
      ) : null}
      {isPhone ? (
        <span className="ml-auto inline-flex items-center gap-0.5">
          <Keyboard {...props} />
          <PhoneMenu {...props} />
        </span>
      ) : (
        <>
          <SizeMenu {...props} />
          <Button
            look="ghost"
            size="small"
            aria-label={`${words.zoomLabel}: ${isFitted ? words.full : words.fit}`}
            onClick={() => onFit(!isFitted)}
          >
            {isFitted ? words.full : words.fit}
          </Button>
          <Button look="ghost" size="small" icon="eye" onClick={onText}>
            {words.text}
          </Button>
          <Keyboard {...props} />
        </>
      )}
    </div>
  );
}

/** What else there is: a phone has no place for it beside the screen. */
function PhoneMenu(props: Props) {
  const { agent, isFitted, onFit, onText } = props;
  const sizeItems = useSizes(props);
  const { terminal } = agent;
  return (
    <Menu
      label={words.more}
      look="ghost"
      className="w-11 px-0!"
      items={[
        { id: 'text', label: words.text, icon: 'eye', onSelect: onText },
        { id: 'zoom', label: isFitted ? words.full : words.fit, icon: 'search', onSelect: () => onFit(!isFitted) },
        ...sizeItems.map((item) => ({ ...item, label: words.sizeFor(item.label) })),
      ]}
      heading={terminal === undefined ? undefined : words.sizeLabel(terminal.columns, terminal.rows)}
    >
      <Icon name="more" />
    </Menu>
  );
}

/** The size is one for all: only who manages the room sets it. */
function useSizes({ agent, fitting }: Props): MenuItem[] {
  const actions = useActions();
  const isHost = useRoom((view) => view.me?.rights.manage === true);
  const isLive = useIsLive();
  const { terminal, agentId } = agent;
  if (terminal?.isRunning !== true || !isHost) return [];
  const { columns, rows } = terminal;
  const set = (size: { columns: number; rows: number }) => actions.send({ type: 'terminal.resize', agentId, ...size });
  return [
    {
      id: 'fit',
      label: words.sizes.fit,
      detail: words.sizes.fitDetail,
      disabled: !isLive,
      onSelect: () => set(fitting()),
    },
    ...sizes.map((size) => ({
      id: `${size.columns}`,
      label: words.size(size.columns, size.rows),
      checked: size.columns === columns && size.rows === rows,
      disabled: !isLive,
      onSelect: () => set(size),
    })),
  ];
}

function SizeMenu(props: Props) {
  const isLive = useIsLive();
  const items = useSizes(props);
  const { terminal } = props.agent;
  if (terminal === undefined) return null;
  const { columns, rows } = terminal;
  const label = <span className="tabular-nums">{words.size(columns, rows)}</span>;
  if (items.length === 0)
    return (
      <span className="text-12 text-ink-3" title={words.sizeLabel(columns, rows)}>
        {label}
      </span>
    );
  return (
    <Menu
      label={words.sizeLabel(columns, rows)}
      heading={words.sizeHeading}
      look="ghost"
      size="small"
      disabled={!isLive}
      items={items}
    >
      {label}
    </Menu>
  );
}

/** Whether this page's keys go to the program, said in words and not by colour alone. */
function Keyboard({ agent, isTyping, onType }: Props) {
  const mayType = useRoom((view) => view.me?.rights.terminal === 'type' && !view.me.frozen);
  const typist = usePerson(agent.terminal?.typed?.by);
  const isRunning = agent.terminal?.isRunning === true;
  const isLive = useIsLive();
  const typed = agent.terminal?.typed === undefined ? '' : `. ${words.typed(typist.name)}`;
  if (!isRunning) return null;
  if (!mayType)
    return (
      <Chip icon="eye" title={`${words.watchingDetail}${typed}`}>
        {words.watching}
      </Chip>
    );
  if (!isTyping)
    return (
      <Button
        size="small"
        icon="terminal"
        disabled={!isLive}
        title={`${words.typingDetail}${typed}`}
        onClick={() => onType(true)}
      >
        {words.type}
      </Button>
    );
  return (
    <span className="inline-flex items-center gap-2">
      <Chip icon="terminal" tone="accent" title={words.typingDetail} className="max-sm:hidden">
        {words.typing}
      </Chip>
      <Button size="small" onClick={() => onType(false)}>
        {words.leave} <KeyHint>{words.leaveKey}</KeyHint>
      </Button>
    </span>
  );
}
