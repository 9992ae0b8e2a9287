'use client';
import { type ReactNode, Suspense, useState } from 'react';
import { rarePart } from '../../lib/lazy-part.ts';
import { strings } from '../../strings.ts';
import { Coming } from '../../ui/coming.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useRoom } from '../room/room-store.ts';
import { useRoomUi } from '../room/room-ui.ts';

/** With xterm: not fetched ahead, as most rooms have no terminal. */
const TerminalView = rarePart(async () => (await import('./terminal-view.tsx')).TerminalView);

const words = strings.terminal.views;

/** The middle of the room: the transcript, or in its place the screen of an agent that has one. */
export function MainStage({ transcript }: { transcript: ReactNode }) {
  const { agentId } = useRoomUi();
  const agent = useRoom((view) => (agentId === undefined ? undefined : view.state?.agents[agentId]));
  const mayWatch = useRoom((view) => view.me?.rights.terminal !== 'none');
  const [view, setView] = useState<'screen' | 'log'>('screen');
  if (agent?.terminal === undefined || !mayWatch) return transcript;
  const views = (
    <Segmented
      label={words.label}
      value={view}
      onChange={setView}
      options={[
        { value: 'screen', label: words.screen },
        { value: 'log', label: words.log },
      ]}
    />
  );
  if (view === 'log')
    return (
      <>
        <div className="flex flex-none items-center border-line border-b px-3 py-1.5">{views}</div>
        {transcript}
      </>
    );
  return (
    <ErrorBoundary resetKey={agent.agentId}>
      <Suspense fallback={<Coming />}>
        <TerminalView key={agent.agentId} agent={agent} views={views} />
      </Suspense>
    </ErrorBoundary>
  );
}
