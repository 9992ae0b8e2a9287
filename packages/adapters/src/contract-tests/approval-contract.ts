import { describe, expect } from 'vitest';
import type { IAgentAdapter } from '../port.ts';
import { agentTest, type ContractRun } from './contract-test.ts';
import { allow, play } from './play.ts';
import type { ContractWorld } from './setup.ts';

const feedback = 'Not now: use the "other" folder.';

/** One turn with one answer to its first request; later ones are refused. */
async function answered(world: ContractWorld, adapter: IAgentAdapter, scenario: 'write' | 'shell', approved: boolean) {
  let isFirst = true;
  const turn = await play(world, adapter, scenario, () => {
    const decision = { approved: approved && isFirst };
    isFirst = false;
    return decision;
  });
  await turn.done;
  return turn;
}

export function approvalContract(run: ContractRun): void {
  describe('approvals', () => {
    for (const scenario of ['write', 'shell'] as const) {
      const needs = { scenarios: [scenario], keys: ['interactiveApprovals' as const] };
      agentTest(run, `[B10] asks before a ${scenario} and runs it when allowed`, needs, async (adapter, world) => {
        const turn = await play(world, adapter, scenario);
        const request = await turn.next('TOOL_APPROVAL_REQUESTED');
        expect(world.hasRun(scenario)).toBe(false);
        expect(request).toMatchObject({ kind: 'permission' });
        expect(request.nativeRequest).not.toBe('');
        expect(turn.of('TOOL_STARTED').map(({ toolCall }) => toolCall.toolId)).toContain(request.toolCall.toolId);
        expect(await turn.stream.approve({ toolId: request.requestId, approved: true })).toEqual({ ok: true });
        expect((await turn.result()).outcome).toBe('completed');
        expect(world.hasRun(scenario)).toBe(true);
        expect(turn.of('STATUS').map(({ code }) => code)).not.toContain('ran_unasked');
        expect(turn.of('TOOL_EXECUTED').find((tool) => tool.toolId === request.toolCall.toolId)?.status).toBe(
          'completed',
        );
      });

      agentTest(
        run,
        `[B10] a refused ${scenario} does not run, and the turn goes on`,
        needs,
        async (adapter, world) => {
          const turn = await answered(world, adapter, scenario, false);
          const [request] = turn.of('TOOL_APPROVAL_REQUESTED');
          expect(world.hasRun(scenario)).toBe(false);
          expect(turn.of('TOOL_EXECUTED').find((tool) => tool.toolId === request?.toolCall.toolId)?.status).toBe(
            'denied',
          );
          expect(turn.of('STREAM_END')).toMatchObject([{ outcome: 'completed' }]);
        },
      );
    }

    agentTest(
      run,
      'runs the edited input instead',
      { scenarios: ['shell'], keys: ['inputEdit'] },
      async (adapter, world) => {
        const turn = await play(world, adapter, 'shell');
        const request = await turn.next('TOOL_APPROVAL_REQUESTED');
        expect(request.mayEdit).toBe(true);
        const updatedInput = { ...request.toolCall.arguments, ...world.edited.input };
        await turn.stream.approve({ toolId: request.requestId, approved: true, updatedInput });
        await turn.done;
        expect(world.hasRun('shell')).toBe(false);
        expect(world.edited.hasRun()).toBe(true);
      },
    );

    agentTest(
      run,
      'is told why it was refused, word for word',
      { scenarios: ['shell'], keys: ['denyFeedback'] },
      async (adapter, world) => {
        const turn = await play(world, adapter, 'shell', () => ({ approved: false, userFeedback: feedback }));
        await turn.done;
        expect(turn.of('TOOL_EXECUTED')[0]?.output).toContain(feedback);
      },
    );

    agentTest(
      run,
      '[B14] a time-out is not told as a refusal by a person',
      { scenarios: ['shell'] },
      async (adapter, world) => {
        const turn = await play(world, adapter, 'shell', () => ({ approved: false, refusal: 'expired' }));
        await turn.done;
        const said = turn.of('TOOL_EXECUTED')[0];
        expect(said?.output).not.toMatch(/refused by|user refused|denied by/i);
        expect(world.hasRun('shell')).toBe(false);
      },
    );

    agentTest(
      run,
      '[B13] of answers in the same moment exactly one counts',
      { scenarios: ['write'] },
      async (adapter, world) => {
        const turn = await play(world, adapter, 'write');
        const { requestId } = await turn.next('TOOL_APPROVAL_REQUESTED');
        const outcomes = await Promise.all([
          turn.stream.approve({ toolId: requestId, approved: false }),
          turn.stream.approve({ toolId: requestId, approved: true }),
          turn.stream.approve({ toolId: requestId, approved: true }),
        ]);
        expect(outcomes).toEqual([
          { ok: true },
          { ok: false, code: 'already_resolved' },
          { ok: false, code: 'already_resolved' },
        ]);
        await expect(adapter.approveTool({ toolId: requestId, approved: true })).rejects.toMatchObject({
          code: 'ILLEGAL_STATE',
        });
        await turn.stream.cancel();
        await turn.done;
        expect(world.hasRun('write')).toBe(false);
      },
    );

    agentTest(run, 'an answer to what was never asked is refused', { scenarios: ['text'] }, async (adapter, world) => {
      const turn = await play(world, adapter, 'text', allow);
      expect(await turn.stream.approve({ toolId: 'never', approved: true })).toEqual({
        ok: false,
        code: 'no_such_request',
      });
      await turn.done;
    });

    agentTest(
      run,
      'asks a question and gets the chosen answer',
      { scenarios: ['question'], keys: ['questions'] },
      async (adapter, world) => {
        const turn = await play(world, adapter, 'question', allow);
        expect((await turn.result()).outcome).toBe('completed');
        const [request] = turn.of('TOOL_APPROVAL_REQUESTED');
        expect(request?.kind).toBe('question');
        const [first] = request?.questions ?? [];
        expect(first?.options.length).toBeGreaterThan(0);
        const tool = turn.of('TOOL_EXECUTED').find((one) => one.toolId === request?.toolCall.toolId);
        expect(tool?.output).toContain(first?.options[0]?.label ?? '(none)');
      },
    );

    agentTest(
      run,
      'shows a plan and goes on when it is accepted',
      { scenarios: ['plan'], keys: ['planReview'] },
      async (adapter, world) => {
        const turn = await play(world, adapter, 'plan', allow);
        expect((await turn.result()).outcome).toBe('completed');
        const request = turn.of('TOOL_APPROVAL_REQUESTED').find((one) => one.kind === 'plan_review');
        expect(request?.plan).toBeTruthy();
      },
    );
  });
}
