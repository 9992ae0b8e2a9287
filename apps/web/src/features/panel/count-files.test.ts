import { expect, test } from 'vitest';
import { claude, fold, opening, people } from '../../../shots/rooms.ts';
import { work } from '../../../shots/session.ts';
import { countFiles } from './count-files.ts';

const state = fold([...opening, ...people, ...work]);

test('the badge counts what git saw; what an agent reported counts only until git has said something', () => {
  const reported = countFiles({ ...state, changed: {} }, claude);
  expect(reported).toBeGreaterThan(0);
  const changed = { shared: { files: 9, added: 1, removed: 1 }, [claude]: { files: 4, added: 1, removed: 1 } };
  expect(countFiles({ ...state, changed }, claude)).toBe(9);
  const agent = state.agents[claude];
  if (agent === undefined) throw new Error('no agent');
  const agents = { [claude]: { ...agent, place: { kind: 'own', branch: 'b' } as const } };
  expect(countFiles({ ...state, agents, changed }, claude)).toBe(4);
  expect(countFiles({ ...state, changed: { shared: { files: 0, added: 0, removed: 0 } } }, claude)).toBe(0);
});
