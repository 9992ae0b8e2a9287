import { describe, expect } from 'vitest';
import { agentTest, type ContractRun } from './contract-test.ts';
import { allow, play } from './play.ts';

export function interruptContract(run: ContractRun): void {
  const keys = ['cancellationDispatch' as const];

  describe('interrupt', () => {
    agentTest(
      run,
      'stops text: what was said is kept as incomplete, and the next prompt works',
      { scenarios: ['slow', 'text'], keys },
      async (adapter, world) => {
        const turn = await play(world, adapter, 'slow');
        await turn.next('STREAM_CHUNK', 2);
        const receipt = await turn.stream.cancel();
        expect(receipt).toMatchObject({ accepted: true, dispatched: true });
        if (run.row.expectations.cancellationAck.status === 'required') expect(receipt.acknowledged).toBe(true);
        expect((await turn.result()).outcome).toBe('interrupted');
        expect(turn.of('STREAM_END')).toHaveLength(1);
        expect(turn.of('BLOCK_END').length).toBeGreaterThan(0);
        const next = await play(world, adapter, 'text', allow);
        expect((await next.result()).text).toBe(world.answer);
      },
    );

    agentTest(run, 'stops a tool that runs', { scenarios: ['slowTool'], keys }, async (adapter, world) => {
      const turn = await play(world, adapter, 'slowTool');
      const { requestId, toolCall } = await turn.next('TOOL_APPROVAL_REQUESTED');
      expect(await turn.stream.approve({ toolId: requestId, approved: true })).toEqual({ ok: true });
      await turn.stream.cancel();
      expect((await turn.result()).outcome).toBe('interrupted');
      expect(turn.of('TOOL_EXECUTED').filter((tool) => tool.toolId === toolCall.toolId)).toHaveLength(1);
    });

    agentTest(
      run,
      '[B11] closes an open request once, and a late click is refused',
      { scenarios: ['write', 'text'], keys },
      async (adapter, world) => {
        const turn = await play(world, adapter, 'write');
        const { requestId } = await turn.next('TOOL_APPROVAL_REQUESTED');
        await turn.stream.cancel();
        expect((await turn.result()).outcome).toBe('interrupted');
        expect(turn.of('APPROVAL_WITHDRAWN')).toEqual([{ requestId, reason: 'interrupted' }]);
        const late = await turn.stream.approve({ toolId: requestId, approved: true });
        expect(late).toEqual({ ok: false, code: 'already_resolved' });
        expect(world.hasRun('write')).toBe(false);
        const next = await play(world, adapter, 'text', allow);
        expect((await next.result()).text).toBe(world.answer);
        expect(next.events.every((event) => event.promptId === next.stream.promptId)).toBe(true);
      },
    );

    agentTest(
      run,
      'again, and after the end, changes nothing',
      { scenarios: ['slow'], keys },
      async (adapter, world) => {
        const idle = await adapter.interrupt();
        expect(idle).toEqual({ accepted: false, dispatched: false, acknowledged: false });
        const turn = await play(world, adapter, 'slow');
        await turn.next('STREAM_CHUNK');
        await Promise.all([turn.stream.cancel(), turn.stream.cancel(), adapter.interrupt()]);
        await turn.done;
        await turn.stream.cancel();
        expect(turn.of('STREAM_END')).toHaveLength(1);
        expect(adapter.status).toBe('READY');
      },
    );
  });
}
