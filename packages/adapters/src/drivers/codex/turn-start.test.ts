import { expect, it } from 'vitest';
import { policyOf } from './policies.ts';
import { turnStartOf } from './turn-start.ts';

const policy = policyOf({ workspacePath: '/w' }, 'ask');
const prompt = { promptId: 'p1', correlationId: 'p1', text: 'Go' };

it('a turn names the model and the effort that were chosen, and nothing where nothing was', () => {
  const chosen = turnStartOf(prompt, 't1', policy, { model: 'gpt-5.1', effort: 'high' });
  expect(chosen).toMatchObject({ method: 'turn/start', params: { threadId: 't1', model: 'gpt-5.1', effort: 'high' } });
  const { params } = turnStartOf(prompt, 't1', policy, {});
  expect(Object.keys(params)).not.toContain('model');
  expect(Object.keys(params)).not.toContain('effort');
});
