import { describe, expect } from 'vitest';
import { agentTest, type ContractRun } from './contract-test.ts';
import { allow, play, type Watched } from './play.ts';

/** The pieces of every block lie side by side, from 0 on, and together are the block's text. */
function expectWholeBlocks(turn: Watched): void {
  const pieces = [
    ...turn.of('STREAM_CHUNK').map(({ delta, ...place }) => ({ ...place, text: delta })),
    ...turn.of('REASONING_CHUNK').map(({ reasoning, ...place }) => ({ ...place, text: reasoning })),
  ];
  for (const { streamId, text } of turn.of('BLOCK_END')) {
    const own = pieces.filter((piece) => piece.streamId === streamId);
    let offset = 0;
    for (const [index, piece] of own.entries()) {
      expect(piece).toMatchObject({ chunkIndex: index, offset });
      offset += piece.text.length;
    }
    if (own.length > 0) expect(own.map((piece) => piece.text).join('')).toBe(text);
  }
}

export function turnContract(run: ContractRun): void {
  describe('a turn', () => {
    agentTest(
      run,
      '[B04] its pieces are its text, once, and the end comes once and last',
      { scenarios: ['text'] },
      async (adapter, world) => {
        const turn = await play(world, adapter, 'text', allow);
        const result = await turn.result();
        expect(result).toMatchObject({ outcome: 'completed', text: world.answer, delivery: 'written', dropped: 0 });
        expectWholeBlocks(turn);
        const texts = turn.of('BLOCK_END').filter((block) => !block.reasoning);
        expect(texts.map((block) => block.text)).toEqual([world.answer]);
        expect(turn.of('STREAM_END')).toHaveLength(1);
        expect(turn.events.at(-1)?.type).toBe('STREAM_END');
        expect(turn.of('STREAM_START')).toHaveLength(1);
        const prompt = turn.stream.promptId;
        expect(turn.events.every((event) => event.promptId === prompt)).toBe(true);
        expect(new Set(turn.events.map((event) => event.id)).size).toBe(turn.events.length);
      },
    );

    agentTest(
      run,
      'streams text in several pieces',
      { scenarios: ['text'], keys: ['partialText'] },
      async (adapter, world) => {
        const turn = await play(world, adapter, 'text', allow);
        await turn.done;
        expect(turn.of('STREAM_CHUNK').length).toBeGreaterThan(1);
      },
    );

    agentTest(
      run,
      'shows its reasoning apart from its answer',
      { scenarios: ['reasoning'], keys: ['reasoningStream'] },
      async (adapter, world) => {
        const turn = await play(world, adapter, 'reasoning', allow);
        const result = await turn.result();
        const thought = turn.of('BLOCK_END').find((block) => block.reasoning);
        expect(thought?.text).toBeTruthy();
        expect(turn.of('REASONING_CHUNK').length).toBeGreaterThan(0);
        expect(result.text).not.toContain(thought?.text ?? '');
        expectWholeBlocks(turn);
      },
    );

    agentTest(
      run,
      '[B05] is idle at once, and the next turn runs in the same agent',
      { scenarios: ['text'] },
      async (adapter, world) => {
        for (let round = 0; round < 3; round += 1) {
          const turn = await play(world, adapter, 'text', allow);
          expect((await turn.result()).text).toBe(world.answer);
          expect(adapter.status).toBe('READY');
        }
      },
    );

    agentTest(
      run,
      'reports an edit as a unified diff',
      { scenarios: ['edit'], keys: ['fileChanges'] },
      async (adapter, world) => {
        const turn = await play(world, adapter, 'edit', allow);
        await turn.done;
        expect(turn.of('STATUS').map(({ code }) => code)).not.toContain('ran_unasked');
        const [change] = turn.of('FILE_CHANGED');
        expect(change).toMatchObject({ change: 'modified' });
        expect(change?.path.startsWith('/')).toBe(false);
        expect(change?.diff).toMatch(/^@@ -\d+(,\d+)? \+\d+(,\d+)? @@/m);
        const lines = (change?.diff ?? '').split('\n').filter((line) => !/^(---|\+\+\+) /.test(line));
        expect(lines.filter((line) => line.startsWith('+'))).toHaveLength(change?.added ?? -1);
        expect(lines.filter((line) => line.startsWith('-'))).toHaveLength(change?.removed ?? -1);
      },
    );

    agentTest(
      run,
      `carries two megabytes of tool output ${run.cutsOutput === true ? 'as far as the agent gives them' : 'whole'}`,
      { scenarios: ['bigOutput'] },
      async (adapter, world) => {
        const turn = await play(world, adapter, 'bigOutput', allow);
        const result = await turn.result();
        expect(result.outcome).toBe('completed');
        const outputs = turn.of('TOOL_EXECUTED').map((tool) => tool.output.length);
        expect(Math.max(...outputs)).toBeGreaterThanOrEqual(run.cutsOutput === true ? 500 : 2 * 1024 * 1024);
      },
    );

    agentTest(
      run,
      'every tool that started has one end',
      { scenarios: ['shell'], keys: ['tools'] },
      async (adapter, world) => {
        const turn = await play(world, adapter, 'shell', allow);
        await turn.done;
        const begun = turn.of('TOOL_STARTED').map(({ toolCall }) => toolCall.toolId);
        expect(begun.length).toBeGreaterThan(0);
        expect(
          turn
            .of('TOOL_EXECUTED')
            .map((tool) => tool.toolId)
            .sort(),
        ).toEqual([...begun].sort());
      },
    );

    agentTest(run, 'reports tokens', { scenarios: ['text'], keys: ['usage'] }, async (adapter, world) => {
      const result = await (await play(world, adapter, 'text', allow)).result();
      expect(result.usage?.outputTokens).toBeGreaterThan(0);
    });

    agentTest(run, 'reports cost', { scenarios: ['text'], keys: ['cost'] }, async (adapter, world) => {
      const result = await (await play(world, adapter, 'text', allow)).result();
      expect(typeof result.usage?.costUsd).toBe('number');
    });
  });
}
