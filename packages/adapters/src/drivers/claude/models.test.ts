import { expect, it } from 'vitest';
import type { Fields } from '../../fields.ts';
import type { ControlReply } from './control-channel.ts';
import { setEffort, shownModel } from './models.ts';

const models = [
  { value: 'default', resolvedModel: 'claude-opus-5' },
  { value: 'opus', resolvedModel: 'claude-opus-5' },
];

it('a model that was chosen keeps the name by which it was chosen; another one is named as Claude names it', () => {
  expect(shownModel({ models }, 'opus', 'claude-opus-5')).toBe('opus');
  expect(shownModel({ models }, undefined, 'claude-opus-5')).toBe('claude-opus-5');
  expect(shownModel({ models }, 'opus', 'claude-fallback-1')).toBe('claude-fallback-1');
  expect(shownModel({}, 'own-model', 'own-model')).toBe('own-model');
});

it('an effort counts only when it is read back', async () => {
  const sent: Fields[] = [];
  const claude =
    (effort: string | undefined) =>
    async (request: Fields): Promise<ControlReply> => {
      sent.push(request);
      return { ok: true, response: { applied: { effort } } };
    };
  await setEffort(claude('high'), 'high');
  expect(sent[0]).toEqual({ subtype: 'apply_flag_settings', settings: { effortLevel: 'high' } });
  await expect(setEffort(claude('low'), 'enormous')).rejects.toMatchObject({
    code: 'UNSUPPORTED',
    message: expect.stringContaining('it stays at low'),
  });
  await expect(setEffort(claude(undefined), 'high')).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  const old = async (): Promise<ControlReply> => ({ ok: false, reason: 'refused', message: 'unknown subtype' });
  await expect(setEffort(old, 'high')).rejects.toMatchObject({ message: expect.stringContaining('unknown subtype') });
});
