'use client';
import { byeCodes, closeCodes } from '@collagility/protocol/errors';
import type { ReactNode } from 'react';
import { useSteadyNow } from '../../lib/use-now.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { CenterPage, StatePage } from '../../ui/state-page.tsx';
import { isLoopback } from '../connection/loopback.ts';
import { PasteLinkButton } from '../landing/paste-link.tsx';
import { useActions, useRoom } from '../room/room-store.ts';
import type { RoomPhase } from '../room/room-view.ts';
import { JoinPage } from './join-page.tsx';
import { OwnPageNote } from './own-page-note.tsx';
import { WaitingPage } from './waiting-page.tsx';

const words = strings.joining;

/** The face of every phase outside the room. */
export function PhasePage({ phase }: { phase: Exclude<RoomPhase, { name: 'in_room' }> }) {
  const actions = useActions();
  const isHost = useRoom((view) => view.me?.role === 'host');
  const inMemory = useRoom((view) => view.me?.inMemory === true);
  if (isHost && isBridgeGone(phase) && isLoopback(window.location.href))
    return (
      <StatePage
        {...words.ownBridgeEnded}
        lead={inMemory ? words.ownBridgeEndedLead : `${words.ownBridgeEndedLead} ${words.ownTextsWait}`}
        {...(phase.name === 'refused_by_relay' && { fact: words.relaySays })}
      >
        <OwnPageNote isCertain />
      </StatePage>
    );
  const reload = (
    <Button look="primary" onClick={() => window.location.reload()}>
      {words.reload}
    </Button>
  );
  const newLink = <PasteLinkButton label={words.pasteNewLink} look="primary" />;
  switch (phase.name) {
    case 'ready_to_join':
      return <JoinPage roomIdStart={phase.roomIdStart} />;
    case 'connecting':
      return <ConnectingPage />;
    case 'waiting_at_door':
      return <WaitingPage safetyWords={phase.words} sinceMs={phase.sinceMs} />;
    case 'no_link':
    case 'damaged_link':
      return (
        <StatePage {...words.faces[phase.name]} actions={<PasteLinkButton label={words.pasteLink} look="primary" />} />
      );
    case 'other_browser':
      return <StatePage {...words.faces.other_browser} actions={newLink} />;
    case 'other_tab':
      return (
        <StatePage
          {...words.faces.other_tab}
          actions={
            // biome-ignore lint/correctness/useHookAtTopLevel: an act of the room, not a hook
            <Button look="primary" onClick={() => actions.useHere()}>
              {words.useHere}
            </Button>
          }
        />
      );
    case 'paused':
      return <StatePage {...words.byes.paused} />;
    case 'storage_full':
    case 'older_host':
    case 'fork':
    case 'version_mismatch':
      return <StatePage {...words.faces[phase.name]} actions={reload} />;
    case 'relay_unreachable':
      return <UnreachablePage relay={phase.relay} retryAtMs={phase.retryAtMs} />;
    case 'refused_by_host': {
      // Whoever was turned away may knock again by the same link: the host decides again.
      const again =
        byeCodes[phase.code].retry || phase.code === 'denied' ? (
          <Button look="primary" onClick={() => actions.reconnectNow()}>
            {phase.code === 'denied' ? words.askAgain : words.tryAgain}
          </Button>
        ) : null;
      const next: ReactNode = phase.code === 'ended' || phase.code === 'moved' ? reload : (again ?? newLink);
      return (
        <StatePage {...words.byes[phase.code]} actions={next}>
          {phase.code === 'expired' || phase.code === 'used_up' ? <HostLinkNote /> : null}
          {phase.code === 'unknown' || phase.code === 'ended' ? <OwnPageNote /> : null}
        </StatePage>
      );
    }
    case 'refused_by_relay': {
      const face = words.closes[phase.reason] ?? words.closedOther(closeCodes[phase.reason].text);
      const again = (
        <Button look="primary" onClick={() => actions.reconnectNow()}>
          {words.tryAgain}
        </Button>
      );
      return (
        <StatePage
          {...face}
          fact={words.relaySays}
          actions={phase.reason === 'unknown_admission_key' ? newLink : again}
        >
          {phase.reason === 'unknown_admission_key' ? (
            <>
              <HostLinkNote />
              <OwnPageNote />
            </>
          ) : null}
        </StatePage>
      );
    }
  }
}

/** The host's own page lives and dies with the bridge that opened it (CLG-81). */
const isBridgeGone = (phase: RoomPhase): boolean =>
  (phase.name === 'refused_by_relay' && phase.reason === 'unknown_admission_key') ||
  (phase.name === 'refused_by_host' && (phase.code === 'ended' || phase.code === 'unknown'));

function HostLinkNote() {
  return <p className="mt-3 text-13 text-ink-3">{words.hostLink}</p>;
}

function ConnectingPage() {
  return (
    <CenterPage>
      <p role="status" className="flex items-center gap-2.5 font-semibold text-20 tracking-[-0.015em]">
        <Spinner />
        {words.connecting}
      </p>
      <p className="mt-2 text-14 text-ink-2">{words.connectingLead}</p>
    </CenterPage>
  );
}

function UnreachablePage({ relay, retryAtMs }: { relay: string; retryAtMs: number }) {
  const actions = useActions();
  const now = useSteadyNow();
  return (
    <StatePage
      {...words.faces.relay_unreachable}
      fact={words.retryIn(Math.ceil((retryAtMs - now) / 1000))}
      actions={
        <Button look="primary" onClick={() => actions.reconnectNow()}>
          {words.tryAgain}
        </Button>
      }
    >
      <p className="mt-3">
        <code className="text-12 text-ink-2">{relay}</code>
      </p>
    </StatePage>
  );
}
