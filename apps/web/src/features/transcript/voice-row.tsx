'use client';
import type { AgentId } from '@collagility/protocol/ids';
import { AgentDisc } from '../../ui/disc.tsx';
import { useRoom } from '../room/room-store.ts';

/** The name of an agent over what it does, where another one did what stands before. */
export function VoiceRow({ agentId }: { agentId: AgentId }) {
  const name = useRoom((view) => view.state?.agents[agentId]?.name) ?? agentId;
  return (
    <p className="grid grid-cols-[1.5rem_minmax(0,1fr)] items-center gap-x-2.5">
      <AgentDisc />
      <b className="font-semibold">{name}</b>
    </p>
  );
}
