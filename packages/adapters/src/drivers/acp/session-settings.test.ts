import { expect, it } from 'vitest';
import type { Fields } from '../../fields.ts';
import { acpProfiles } from './profiles/index.ts';
import { SessionSettings } from './session-settings.ts';

const [profile] = acpProfiles;
if (profile === undefined) throw new Error('no profile');

const option = (id: string, currentValue: string, values: string[]): Fields => ({
  id,
  category: id === 'effort' ? 'thought_level' : id,
  currentValue,
  options: values.map((value) => ({ value, name: value })),
});

it('reads models with their names, and how hard the agent can think, from what it says of its session', () => {
  const settings = new SessionSettings(profile, 's1', async () => ({ ok: true, result: {}, line: '' }));
  settings.read({
    models: {
      currentModelId: 'pro',
      availableModels: [
        { modelId: 'pro', name: 'Pro', description: 'Slow' },
        { modelId: 'flash' },
        { name: 'nameless' },
      ],
    },
    configOptions: [option('effort', 'low', ['low', 'high'])],
  });
  expect(settings.models).toEqual([{ id: 'pro', name: 'Pro', description: 'Slow' }, { id: 'flash' }]);
  expect(settings.effort).toEqual({ value: 'low', values: ['low', 'high'] });
});

it('sets the effort and believes only what it reads back', async () => {
  const asked: Fields[] = [];
  const settings = new SessionSettings(profile, 's1', async (_, params) => {
    asked.push(params);
    const value = params['value'] === 'high' ? 'high' : 'low';
    return { ok: true, line: '', result: { configOptions: [option('effort', value, ['low', 'high'])] } };
  });
  settings.read({ configOptions: [option('effort', 'low', ['low', 'high'])] });
  expect(await settings.setEffort('high')).toBeUndefined();
  expect(asked).toEqual([{ sessionId: 's1', configId: 'effort', value: 'high' }]);
  expect(settings.effort?.value).toBe('high');
  expect(await settings.setEffort('huge')).toContain('"low"');
});
