import { expect, test } from 'vitest';
import { afterFirstText, firstTextShown } from './first-text.ts';

test('what can wait runs when the first text is on screen, once, and at once from then on', () => {
  const ran: string[] = [];
  afterFirstText(() => ran.push('a'));
  afterFirstText(() => ran.push('called off'))();
  expect(ran).toEqual([]);
  firstTextShown();
  firstTextShown();
  afterFirstText(() => ran.push('b'));
  expect(ran).toEqual(['a', 'b']);
});
