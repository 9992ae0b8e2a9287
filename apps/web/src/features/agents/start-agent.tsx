'use client';
import type { CommandId } from '@collagility/protocol/ids';
import { useEffect, useState } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { WordsWithCode } from '../../ui/words-with-code.tsx';
import { useActions, useIsLive, useRoom } from '../room/room-store.ts';
import { type AvailableAgent, availableIn } from './available.ts';

const words = strings.agents;
const finalStates = ['rejected', 'unknown', 'dropped'];

/** Agents of the host's machine that could join this room, each in a worktree of its own unless it is said otherwise. */
export function StartAgent() {
  const actions = useActions();
  const isLive = useIsLive();
  const [asked, setAsked] = useState<CommandId>();
  const [started, setStarted] = useState<CommandId>();
  const list = useRoom((view) => view.commands.find(({ commandId }) => commandId === asked));
  const start = useRoom((view) => view.commands.find(({ commandId }) => commandId === started));
  useEffect(() => {
    if (isLive && asked === undefined) setAsked(actions.send({ type: 'agent.list' }));
  }, [isLive, asked, actions]);
  const agents = list?.state === 'done' ? availableIn(list.outcome) : undefined;
  const hasFailed = list !== undefined && finalStates.includes(list.state);
  const isStarting = start !== undefined && ['sending', 'sent', 'accepted'].includes(start.state);
  const refusal = start?.outcome?.state === 'rejected' ? start.outcome : undefined;
  const begin = (provider: string, place: 'own' | 'shared') =>
    setStarted(actions.send({ type: 'agent.start', provider, place }));
  return (
    <section aria-labelledby="start-agent" className="mt-5">
      <h3 id="start-agent" className="mb-1 font-semibold">
        {words.another}
      </h3>
      <p className="mb-2.5 text-12 text-ink-3">{words.anotherDetail}</p>
      {refusal === undefined ? null : (
        <p role="alert" className="mb-2 text-12 text-bad">
          {refusal.detail ?? words.notStarted}
        </p>
      )}
      {isStarting ? (
        <p className="mb-2 inline-flex items-center gap-2 text-12 text-ink-2">
          <Spinner /> {words.starting}
        </p>
      ) : null}
      {agents === undefined ? (
        hasFailed ? (
          <>
            <p role="status">{words.notListed}</p>
            <Button size="small" className="mt-2" onClick={() => setAsked(undefined)}>
              {words.lookAgain}
            </Button>
          </>
        ) : (
          <p className="inline-flex items-center gap-2 text-12 text-ink-3">
            <Spinner /> {words.looking}
          </p>
        )
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {agents.map((agent) => (
            <Line key={agent.provider} agent={agent} isLocked={!isLive || isStarting} onStart={begin} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Line({
  agent,
  isLocked,
  onStart,
}: {
  agent: AvailableAgent;
  isLocked: boolean;
  onStart: (provider: string, place: 'own' | 'shared') => void;
}) {
  const { provider, name, version, installed, loggedIn, fix } = agent;
  const isReady = installed && loggedIn !== false;
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 border-line border-t pt-2 first:border-t-0">
      <span className="font-medium">{name}</span>
      <span className="text-12 text-ink-3">
        {version ?? ''} {installed ? (loggedIn === false ? words.loggedOut : '') : words.notInstalled}
      </span>
      <span className="flex-1" />
      {isReady ? (
        <>
          <Button size="small" disabled={isLocked} onClick={() => onStart(provider, 'own')}>
            {words.startOwn}
          </Button>
          <Button
            size="small"
            look="ghost"
            disabled={isLocked}
            title={words.startSharedDetail}
            onClick={() => onStart(provider, 'shared')}
          >
            {words.startShared}
          </Button>
        </>
      ) : fix === undefined ? null : (
        <p className="basis-full text-12 text-ink-2">
          <WordsWithCode text={fix} className="text-ink" />
        </p>
      )}
    </li>
  );
}
