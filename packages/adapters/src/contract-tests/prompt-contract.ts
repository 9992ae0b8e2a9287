import { describe, expect } from 'vitest';
import { contractTest } from './contract-test.ts';
import { deny, promptOf, send, started } from './play.ts';
import type { ContractSetup, ContractWorld } from './setup.ts';

const dashed = ['-v', '--version, please', '- [ ] tidy the readme', '---\ntitle: x\n---', '-', '--'];
const commandLike = [' /compact', '/Users/dev/x is broken', '!rm -rf .', '#remember me', '/unknown thing'];

/** The prompt reaches the agent as these very characters. */
async function expectSeen(world: ContractWorld, texts: string[], mayDifferInSpace = false): Promise<void> {
  const adapter = await started(world);
  for (const text of texts) {
    await world.script('text');
    await send(adapter, promptOf(text), deny).result();
    const seen = world.promptsSeen().at(-1) ?? '';
    // Compared as a whole and told by its head: the difference of two megabytes helps nobody.
    const isSame = mayDifferInSpace ? seen.trim() === text.trim() : seen === text;
    expect(isSame, `${JSON.stringify(text.slice(0, 60))} was seen as ${JSON.stringify(seen.slice(0, 60))}`).toBe(true);
  }
  await adapter.terminate();
}

export function promptContract(setup: ContractSetup): void {
  describe('prompts', () => {
    contractTest(setup, '[B19] that begin with a dash are text', { scenarios: ['text'] }, (world) =>
      expectSeen(world, dashed),
    );

    contractTest(setup, '[B19] that are empty are refused and nothing starts', {}, async (world) => {
      const adapter = await started(world);
      for (const text of ['', '   ', '\n\t']) {
        await expect(adapter.sendPrompt(promptOf(text))).rejects.toMatchObject({ code: 'UNSUPPORTED' });
        expect(adapter.status).toBe('READY');
      }
      await adapter.terminate();
    });

    for (const [bytes, character] of [
      [131_072, 'a'],
      [300 * 1024, '😀'],
      [1024 * 1024, 'b'],
    ] as const) {
      contractTest(setup, `[B20] of ${bytes} bytes of ${character} arrive whole`, { scenarios: ['text'] }, (world) =>
        expectSeen(world, [character.repeat(bytes / Buffer.byteLength(character))]),
      );
    }

    contractTest(
      setup,
      '[B22] that look like commands are text unless they may be commands',
      { scenarios: ['text'] },
      async (world) => {
        await expectSeen(world, commandLike, true);
        const { command } = world;
        if (command === undefined) return;
        await expectSeen(world, [command.text], true);
        expect(command.hasRun()).toBe(false);
      },
    );

    contractTest(setup, '[B22] that may be commands are', { keys: ['slashCommands'] }, async (world, skip) => {
      const { command } = world;
      if (command === undefined) return skip('this world names no command');
      const adapter = await started(world);
      await send(adapter, promptOf(command.text, { mayCommand: true }), deny).result();
      expect(command.hasRun()).toBe(true);
      await adapter.terminate();
    });

    contractTest(setup, 'take an image along', { scenarios: ['text'], keys: ['images'] }, async (world) => {
      const adapter = await started(world);
      const bytes = Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      );
      const image = { kind: 'image' as const, mimeType: 'image/png', name: 'dot.png', bytes };
      const text = await world.script('text');
      const result = await send(adapter, promptOf(text, { attachments: [image] }), deny).result();
      expect(result.outcome).toBe('completed');
      await adapter.terminate();
    });
  });
}
