import { expect, test } from 'vitest';
import { endWords } from './end-words.ts';

test('a room comes back under its link, but through a quick tunnel', () => {
  expect(endWords('npm start -- shop --resume')).toContain('under the same link');
  expect(endWords('npm start -- shop --tunnel --resume')).toContain('with another address');
});
