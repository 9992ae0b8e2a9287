import { expect, it } from 'vitest';
import { initResultOf } from './init-result.ts';

const facts = {
  session: 'new',
  unasked: [],
  binaryPath: '/bin/claude',
  binaryVersion: undefined,
  nativeSessionId: undefined,
  model: 'opus',
} as const;

it('names the models that the answer to initialize lists; what has no value is left out', () => {
  const models = [
    { value: 'default', displayName: 'Default', description: 'What is recommended' },
    { value: 'opus' },
    { displayName: 'nameless' },
    'not a model',
  ];
  const result = initResultOf({ ...facts, unasked: [], initialized: { models } });
  expect(result.models).toEqual([
    { id: 'default', name: 'Default', description: 'What is recommended' },
    { id: 'opus' },
  ]);
  expect(result.effort).toBeUndefined();
});

it('without the control protocol it names none', () => {
  expect(initResultOf({ ...facts, unasked: [], initialized: {} }).models).toEqual([]);
});
