import { expect, it } from 'vitest';
import { claude, EngineWorld, signed } from './engine-world.ts';
import { judgeCommand } from './judge-command.ts';

const suggest = {
  type: 'prompt.suggest',
  agentId: claude,
  text: 'x',
  attachments: undefined,
  review: undefined,
  signed,
} as const;
const prompt = { ...suggest, type: 'prompt.run' } as const;
const comment = {
  type: 'review.comment',
  threadId: undefined,
  agentId: undefined,
  anchor: { path: 'a.ts', side: 'new', line: 1, quote: '' },
  text: 'x',
} as const;

it.each([
  ['suggestions that are open', suggest, 40],
  ['prompts that wait', prompt, 40],
  ['comments on lines', comment, 60],
])('[CLG-66] one guest does not take all the room there is for %s', (_what, command, share) => {
  const world = EngineWorld.ready();
  world.command('host', { ...prompt, text: 'runs' });
  const rights = { ...world.sender('host').rights, manage: false };
  world.join('ada', 'co-driver', rights);
  world.join('bo', 'co-driver', rights);
  const judge = (name: string) =>
    judgeCommand(
      { room: world.room, roomId: new Uint8Array(16), hashAt: () => undefined },
      world.sender(name),
      world.command(name, command).id,
      command,
    );
  let refused = 0;
  for (let at = 0; at < share + 5; at += 1) if (judge('ada') === 'too_many') refused += 1;
  expect(refused).toBeGreaterThanOrEqual(5);
  expect(judge('bo')).not.toBe('too_many');
  expect(judge('host')).not.toBe('too_many');
});
