'use client';
import { strings } from '../../strings.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { useRoom } from '../room/room-store.ts';
import { useRoomUi } from '../room/room-ui.ts';
import { useMedia } from '../room/use-media.ts';
import { Transcript } from './transcript.tsx';

const words = strings.transcript.lanes;

/** One transcript of all agents, that of one, or one beside the other. With a single agent there is nothing to choose. */
export function TranscriptLanes({ ownSends }: { ownSends: number }) {
  const ui = useRoomUi();
  const known = useRoom((view) => view.state?.agents);
  const isWide = useMedia('(min-width: 80em)');
  const agents = Object.values(known ?? {});
  if (agents.length < 2) return <Transcript ownSends={ownSends} />;
  const { lanes } = ui;
  const isBeside = lanes.name === 'beside' && isWide;
  const one = lanes.name === 'one' ? agents.find(({ agentId }) => agentId === lanes.agentId)?.agentId : undefined;
  const value = isBeside ? 'beside' : (one ?? 'all');
  return (
    <>
      <div className="flex flex-none overflow-x-auto [justify-content:safe_center] border-line border-b px-3.5 py-1.5">
        <Segmented
          label={words.label}
          value={value}
          options={[
            { value: 'all', label: words.all },
            ...agents.map(({ agentId, name }) => ({ value: agentId as string, label: name })),
            ...(isWide ? [{ value: 'beside', label: words.beside }] : []),
          ]}
          onChange={(next) => {
            const agent = agents.find(({ agentId }) => agentId === next);
            if (agent === undefined) return ui.showLanes(next === 'beside' ? { name: 'beside' } : { name: 'all' });
            ui.showLanes({ name: 'one', agentId: agent.agentId });
            ui.chooseAgent(agent.agentId);
          }}
        />
      </div>
      {isBeside ? (
        <div
          // A narrower column reads badly: more than there is room for are scrolled to.
          className="grid min-h-24 flex-1 auto-cols-[minmax(16rem,1fr)] grid-flow-col divide-x divide-line overflow-x-auto"
        >
          {agents.map(({ agentId, name }) => (
            <section key={agentId} aria-label={words.of(name)} className="flex min-h-0 min-w-0 flex-col">
              <h2 className="flex-none truncate border-line border-b px-4 py-1 font-medium text-12 text-ink-2">
                {name}
              </h2>
              <Transcript ownSends={ownSends} agentId={agentId} />
            </section>
          ))}
        </div>
      ) : (
        <Transcript key={value} ownSends={ownSends} {...(one !== undefined && { agentId: one })} />
      )}
    </>
  );
}
