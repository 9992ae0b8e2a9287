'use client';
import { placeOf } from '@collagility/protocol/place';
import type { Participant } from '@collagility/protocol/state';
import { visibleText } from '../../lib/visible-text.ts';
import { strings } from '../../strings.ts';
import { useRoom } from '../room/room-store.ts';

const words = strings.people.where;

/** Where somebody looks, in words; `undefined` where they are at the end, like everybody, or nowhere. */
export function useWhere({ participantId }: Pick<Participant, 'participantId'>): string | undefined {
  const text = useRoom((view) => view.looking[participantId]);
  const presence = useRoom((view) => view.presence[participantId]);
  const isHostAway = useRoom((view) => view.liveness.name === 'host_away');
  const place = text === undefined || presence !== 'watching' || isHostAway ? undefined : placeOf(text);
  if (place === undefined || place.name === 'end') return undefined;
  return place.name === 'row' ? words.earlier : words.file(visibleText(place.path.split('/').at(-1) ?? place.path));
}
