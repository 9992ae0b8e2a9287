import { terminalCommandFactory } from '@collagility/adapters/drivers/terminal';
import { openTurn } from '@collagility/adapters/pipeline';
import { afterAll, expect, test } from 'vitest';
import { versionOf } from './installed.ts';
import { openRealAcp } from './real-acp.ts';

const world = await openRealAcp('aider');
const quiet = { AIDER_CHECK_UPDATE: 'false', AIDER_SHOW_RELEASE_NOTES: 'false', AIDER_ANALYTICS: 'false' };
const environment = { ...world.environment, ...quiet };
const program = terminalCommandFactory('terminal:aider --no-git --no-gitignore', { environment });
const adapter = program.create('aider-screen');

afterAll(async () => {
  await adapter.terminate();
  await world.close();
});

test(`Aider ${versionOf('aider')} on its own screen: a prompt goes in as it is, and who comes late sees the answer`, {
  // Its Python imports a hundred megabytes first.
  timeout: 180_000,
}, async () => {
  await adapter.initialize({ workspacePath: world.folder });
  const screen = (): string => adapter.terminal?.snapshot(100).text ?? '';
  await expect.poll(screen, { timeout: 120_000, interval: 250 }).toContain('fake-model');
  await expect.poll(() => adapter.terminal?.activity, { timeout: 30_000 }).toBe('idle');
  const prompt = await world.script('text');
  const turn = openTurn(adapter, { promptId: 'p1', correlationId: 'c1', text: prompt });
  await expect.poll(() => world.promptsSeen().join('\n'), { timeout: 30_000 }).toContain(prompt);
  await expect.poll(screen, { timeout: 30_000 }).toContain(world.answer.split('\n')[0]);
  await turn.cancel();
});
