import { expect, it } from 'vitest';
import { initResultOf } from './init-result.ts';

const facts = {
  session: 'new',
  unasked: [],
  binaryPath: '/bin/claude',
  binaryVersion: undefined,
  nativeSessionId: undefined,
  model: 'opus',
  applied: {},
} as const;

it('names the models that the answer to initialize lists; what has no value is left out', () => {
  const models = [
    { value: 'default', displayName: 'Default', description: 'What is recommended' },
    { value: 'opus', resolvedModel: 'opus-5', supportedEffortLevels: ['low', 'max'] },
    { displayName: 'nameless' },
    'not a model',
  ];
  const result = initResultOf({ ...facts, unasked: [], initialized: { models } });
  expect(result.models).toEqual([
    { id: 'default', name: 'Default', description: 'What is recommended', efforts: [] },
    { id: 'opus', efforts: ['low', 'max'] },
  ]);
  expect(result.effort).toBeUndefined();
  expect(result.efforts).toEqual([]);
  // Not chosen by name, but read back: its efforts are those of the entry that stands for it.
  const applied = { model: 'opus-5', effort: 'low' };
  const byItself = initResultOf({ ...facts, model: undefined, applied, unasked: [], initialized: { models } });
  expect(byItself).toMatchObject({ model: 'opus-5', effort: 'low', efforts: ['low', 'max'] });
});

it('without the control protocol it names none', () => {
  expect(initResultOf({ ...facts, unasked: [], initialized: {} }).models).toEqual([]);
});
