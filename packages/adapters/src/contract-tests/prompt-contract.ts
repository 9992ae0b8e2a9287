import { describe, expect } from 'vitest';
import type { IAgentAdapter } from '../port.ts';
import { agentTest, type ContractRun, contractTest } from './contract-test.ts';
import { deny, promptOf, send, started } from './play.ts';
import type { ContractWorld } from './setup.ts';

const dashed = ['-v', '--version, please', '- [ ] tidy the readme', '---\ntitle: x\n---', '-', '--'];
const commandLike = [' /compact', '/Users/dev/x is broken', '!rm -rf .', '#remember me', '/unknown thing'];

/** The prompt reaches the agent as these very characters. */
async function expectSeen(
  adapter: IAgentAdapter,
  world: ContractWorld,
  texts: string[],
  mayDifferInSpace = false,
): Promise<void> {
  for (const text of texts) {
    await world.script('text');
    await send(adapter, promptOf(text), deny).result();
    const seen = world.promptsSeen().at(-1) ?? '';
    // Compared as a whole and told by its head: the difference of two megabytes helps nobody.
    const isSame = mayDifferInSpace ? seen.trim() === text.trim() : seen === text;
    expect(isSame, `${JSON.stringify(text.slice(0, 60))} was seen as ${JSON.stringify(seen.slice(0, 60))}`).toBe(true);
  }
}

export function promptContract(run: ContractRun): void {
  describe('prompts', () => {
    agentTest(run, '[B19] that begin with a dash are text', { scenarios: ['text'] }, (adapter, world) =>
      expectSeen(adapter, world, dashed),
    );

    agentTest(run, '[B19] that are empty are refused and nothing starts', {}, async (adapter) => {
      for (const text of ['', '   ', '\n\t']) {
        await expect(adapter.sendPrompt(promptOf(text))).rejects.toMatchObject({ code: 'UNSUPPORTED' });
        expect(adapter.status).toBe('READY');
      }
    });

    agentTest(run, '[B20] of 131072 bytes of a arrive whole', { scenarios: ['text'] }, (adapter, world) =>
      expectSeen(adapter, world, ['a'.repeat(131_072)]),
    );

    // These would fill up the conversation of the tests after them.
    for (const [bytes, character] of [
      [300 * 1024, '😀'],
      [1024 * 1024, 'b'],
    ] as const) {
      contractTest(
        run,
        `[B20] of ${bytes} bytes of ${character} arrive whole`,
        { scenarios: ['text'] },
        async (world) => {
          const adapter = await started(world);
          await expectSeen(adapter, world, [character.repeat(bytes / Buffer.byteLength(character))]);
          await adapter.terminate();
        },
      );
    }

    agentTest(
      run,
      '[B22] that look like commands are text unless they may be commands',
      { scenarios: ['text'] },
      async (adapter, world) => {
        await expectSeen(adapter, world, commandLike, true);
        const { command } = world;
        if (command === undefined) return;
        await expectSeen(adapter, world, [command.text], true);
        expect(command.hasRun()).toBe(false);
      },
    );

    contractTest(run, '[B22] that may be commands are', { keys: ['slashCommands'] }, async (world, skip) => {
      const { command } = world;
      if (command === undefined) return skip('this world names no command');
      const adapter = await started(world);
      await send(adapter, promptOf(command.text, { mayCommand: true }), deny).result();
      expect(command.hasRun()).toBe(true);
      await adapter.terminate();
    });

    agentTest(run, 'take an image along', { scenarios: ['text'], keys: ['images'] }, async (adapter, world) => {
      const bytes = Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      );
      const image = { kind: 'image' as const, mimeType: 'image/png', name: 'dot.png', bytes };
      const text = await world.script('text');
      const result = await send(adapter, promptOf(text, { attachments: [image] }), deny).result();
      expect(result.outcome).toBe('completed');
    });
  });
}
