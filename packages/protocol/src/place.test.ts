import * as v from 'valibot';
import { expect, it } from 'vitest';
import { type Place, PlaceText, placeOf, placeText } from './place.ts';

it('reads what it writes, and takes nothing else from others', () => {
  const places: Place[] = [{ name: 'end' }, { name: 'row', id: 'prompt:1' }, { name: 'file', path: 'src/a b.ts' }];
  for (const place of places) expect(placeOf(placeText(place))).toEqual(place);
  expect([placeText(undefined), placeOf('')]).toEqual(['', undefined]);
  expect(placeText({ name: 'file', path: 'x'.repeat(400) })).toBe('');
  for (const text of ['elsewhere', 'row:', 'x'.repeat(301), 'http://x'])
    expect(v.safeParse(PlaceText, text).success).toBe(false);
});
