import { expect, test } from 'vitest';
import { claude, fold, opening, people } from '../../../shots/rooms.ts';
import { work } from '../../../shots/session.ts';
import { reportedFileCount, toldFiles } from './count-files.ts';

const state = fold([...opening, ...people, ...work]);

test('what the host told counts for the folder in which the agent works', () => {
  expect(reportedFileCount(state.items)).toBeGreaterThan(0);
  expect(toldFiles({ ...state, changed: {} }, claude)).toBeUndefined();
  const changed = { shared: { files: 9, added: 1, removed: 1 }, [claude]: { files: 4, added: 1, removed: 1 } };
  expect(toldFiles({ ...state, changed }, claude)).toBe(9);
  const agent = state.agents[claude];
  if (agent === undefined) throw new Error('no agent');
  const agents = { [claude]: { ...agent, place: { kind: 'own', branch: 'b' } as const } };
  expect(toldFiles({ ...state, agents, changed }, claude)).toBe(4);
  expect(toldFiles({ ...state, changed: { shared: { files: 0, added: 0, removed: 0 } } }, claude)).toBe(0);
});
