import { rightsOfRole } from '@collagility/protocol/rights';
import { expect, test } from 'vitest';
import { presets, rightsWords, roleWord } from './presets.ts';

test('whoever answers the agent’s requests is called a driver, everywhere by the same word', () => {
  const words = (['viewer', 'suggests', 'prompts', 'driver'] as const).map((name) =>
    roleWord(presets[name].role, presets[name].rights),
  );
  expect(words).toEqual(['Viewer', 'Co-driver', 'Co-driver', 'Driver']);
  expect(roleWord('host', rightsOfRole.host)).toBe('Host');
});

test('a change of rights says which, also between two of one role', () => {
  const { suggests, prompts } = presets;
  expect([suggests, prompts].map(({ role, rights }) => rightsWords(role, rights))).toEqual([
    'Co-driver, suggests',
    'Co-driver, prompts',
  ]);
  expect(rightsWords('co-driver', { ...suggests.rights, chat: false })).toBe('Co-driver, with rights of their own');
  // Of a host that tells no more.
  expect(rightsWords('viewer', undefined)).toBe('Viewer');
});
