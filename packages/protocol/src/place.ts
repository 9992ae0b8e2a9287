import * as v from 'valibot';

/** What somebody looks at, as one short text: the end of the transcript, a row of it, a file of the changes. */
export type Place = { name: 'end' } | { name: 'row'; id: string } | { name: 'file'; path: string };

export const maxPlaceUnits = 300;
/** On the wire: `end`, `row:<id>`, `file:<path>`, or nothing. */
export const PlaceText = v.pipe(v.string(), v.maxLength(maxPlaceUnits), v.regex(/^(?:|end|row:.+|file:.+)$/su));

export function placeText(place: Place | undefined): string {
  if (place === undefined) return '';
  const text = place.name === 'end' ? 'end' : place.name === 'row' ? `row:${place.id}` : `file:${place.path}`;
  return text.length > maxPlaceUnits ? '' : text;
}

/** `undefined` for nowhere, and for what a newer page says. */
export function placeOf(text: string): Place | undefined {
  if (text === 'end') return { name: 'end' };
  if (text.startsWith('row:')) return { name: 'row', id: text.slice(4) };
  return text.startsWith('file:') ? { name: 'file', path: text.slice(5) } : undefined;
}
