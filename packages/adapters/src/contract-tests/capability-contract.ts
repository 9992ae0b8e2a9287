import { describe, expect, it } from 'vitest';
import { allCapabilityKeys, type CapabilityKey, capabilitiesOf } from '../capabilities.ts';
import type { AdapterConfig, IAgentAdapter, PromptPayload } from '../port.ts';
import { agentTest, type ContractRun, contractTest } from './contract-test.ts';
import { allow, deny, play, promptOf, send, started } from './play.ts';
import type { ContractScenario, ContractWorld } from './setup.ts';

const image = { kind: 'image' as const, mimeType: 'image/png', name: 'x.png', bytes: new Uint8Array(1) };

async function refusesConfig(world: ContractWorld, config: Partial<AdapterConfig>): Promise<void> {
  const adapter = world.create();
  await expect(adapter.initialize({ ...world.config, ...config })).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  expect(adapter.status).toBe('UNINITIALIZED');
  await adapter.terminate();
}

async function whileBusy(adapter: IAgentAdapter, world: ContractWorld, act: () => Promise<void>): Promise<void> {
  const turn = await play(world, adapter, 'slow');
  await turn.next('STREAM_CHUNK');
  await act();
  expect(adapter.status).toBe('EXECUTING');
  await turn.stream.cancel();
  await turn.done;
}

async function refusesAnswer(
  adapter: IAgentAdapter,
  world: ContractWorld,
  answer: { updatedInput?: Record<string, unknown>; userFeedback?: string },
) {
  const turn = await play(world, adapter, 'shell');
  const { requestId } = await turn.next('TOOL_APPROVAL_REQUESTED');
  const refused = await turn.stream.approve({
    toolId: requestId,
    approved: answer.updatedInput !== undefined,
    ...answer,
  });
  expect(refused).toMatchObject({ ok: false, code: 'unsupported' });
  expect(adapter.status).toBe('WAITING_FOR_TOOL_APPROVAL');
  await turn.stream.cancel();
  await turn.done;
}

async function refusesPrompt(adapter: IAgentAdapter, more: Partial<PromptPayload>): Promise<void> {
  await expect(adapter.sendPrompt(promptOf('look', more))).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  expect(adapter.status).toBe('READY');
}

const refused = { code: 'UNSUPPORTED' };

/** How each "no" that a start can run into is refused. The other keys only tell what the agent reports or is. */
const startRefusals: Partial<Record<CapabilityKey, Partial<AdapterConfig>>> = {
  resume: { resume: { nativeSessionId: 'any' } },
  fork: { resume: { nativeSessionId: 'any', fork: true } },
  forkAt: { resume: { nativeSessionId: 'any', fork: true, at: 'any' } },
  systemPromptOverlay: { systemPromptOverlay: 'Be brief.' },
  mcpPassThrough: { mcpServers: { any: {} } },
};

/** The same for what a running agent is asked. */
const refusals: Partial<Record<CapabilityKey, (adapter: IAgentAdapter, world: ContractWorld) => Promise<void>>> = {
  inputEdit: (adapter, world) => refusesAnswer(adapter, world, { updatedInput: {} }),
  denyFeedback: (adapter, world) => refusesAnswer(adapter, world, { userFeedback: 'Because.' }),
  steering: (adapter, world) =>
    whileBusy(adapter, world, () => expect(adapter.steer(promptOf('also'))).rejects.toMatchObject(refused)),
  images: (adapter) => refusesPrompt(adapter, { attachments: [image] }),
  contextFiles: (adapter) => refusesPrompt(adapter, { contextFiles: [{ filePath: 'a.ts' }] }),
  revert: (adapter) => expect(adapter.revert?.('any')).rejects.toMatchObject(refused),
  modelSwitching: (adapter, world) => expect(adapter.setModel(world.otherModel)).rejects.toMatchObject(refused),
  effort: (adapter) => expect(adapter.setEffort?.('high')).rejects.toMatchObject(refused),
  modeSwitching: (adapter) => expect(adapter.setMode('act')).rejects.toMatchObject(refused),
};

/** What the agent must be brought to do before some of them can be asked for. */
const refusalScenarios: Partial<Record<CapabilityKey, ContractScenario[]>> = {
  inputEdit: ['shell'],
  denyFeedback: ['shell'],
  steering: ['slow'],
};

/** Where a "yes" is proven. A key without a proof cannot be claimed. */
const proofs: Readonly<Record<CapabilityKey, string>> = {
  tools: 'every tool that started has one end',
  resume: 'goes on in a new adapter with what was said before',
  fork: 'branches off under a new id',
  forkAt: 'names where each turn ended, and branches off from there',
  revert: 'takes turns back: the agent goes on as if they had not been',
  cancellationDispatch: 'interrupt: stops text, stops a tool',
  cancellationAck: 'interrupt: stops text',
  pinnedProcess: 'nowhere',
  modelSwitching: 'changes its model between turns',
  effort: 'is told how hard to think',
  modeSwitching: 'in `act` it runs unasked',
  steering: 'takes text into a running turn',
  interactiveApprovals: 'asks before a write and a command',
  asksByDefault: 'asks before a write and a command, with no mode given',
  inputEdit: 'runs the edited input instead',
  denyFeedback: 'is told why it was refused',
  questions: 'asks a question and gets the chosen answer',
  planReview: 'shows a plan and goes on when it is accepted',
  reasoningStream: 'shows its reasoning apart from its answer',
  partialText: 'streams text in several pieces',
  images: 'prompts take an image along',
  contextFiles: 'takes context files along',
  slashCommands: '[B22] that may be commands are',
  systemPromptOverlay: 'takes an addition to its system prompt',
  mcpPassThrough: 'talks to the MCP servers that it is given',
  structuredOutput: 'nowhere',
  usage: 'reports tokens',
  cost: 'reports cost',
  fileChanges: 'reports an edit as a unified diff',
  artifacts: 'the driver’s own tests: no port call brings one about',
  sandbox: 'nowhere',
};

export function capabilityContract(run: ContractRun): void {
  const { row } = run;

  describe('capabilities', () => {
    it('every key has a status and a reason', () => {
      for (const key of allCapabilityKeys) expect(row.expectations[key].reason, key).not.toBe('');
    });

    contractTest(run, 'what the port says is what the matrix says', {}, async (world) => {
      const adapter = world.create();
      expect(adapter).toMatchObject({ provider: row.provider, name: row.name, capabilities: capabilitiesOf(row) });
      await adapter.terminate();
    });

    for (const key of allCapabilityKeys) {
      if (row.expectations[key].status !== 'unsupported') continue;
      const title = `what the matrix calls unsupported is refused: ${key}`;
      const config = startRefusals[key];
      const refuses = refusals[key];
      if (config !== undefined) contractTest(run, title, {}, (world) => refusesConfig(world, config));
      if (refuses !== undefined) agentTest(run, title, { scenarios: refusalScenarios[key] ?? [] }, refuses);
    }

    agentTest(run, 'takes text into a running turn', { scenarios: ['slow'], keys: ['steering'] }, (adapter, world) =>
      whileBusy(adapter, world, () => adapter.steer(promptOf('Also say hello.'))),
    );

    contractTest(
      run,
      'takes turns back: the agent goes on as if they had not been',
      { scenarios: ['text', 'memory'], keys: ['revert'] },
      async (world) => {
        const adapter = await started(world);
        const first = await play(world, adapter, 'text', allow);
        await first.done;
        await (await play(world, adapter, 'memory', allow)).done;
        expect(world.remembered()).toBe(true);
        await expect(adapter.revert?.('a prompt that never was')).rejects.toMatchObject({ code: 'UNSUPPORTED' });
        await adapter.revert?.(first.stream.promptId);
        await (await play(world, adapter, 'memory', allow)).done;
        expect(world.remembered()).toBe(false);
        await adapter.terminate();
      },
    );

    // Not with a long conversation behind it: an agent may shorten that for the other model.
    contractTest(
      run,
      'changes its model between turns',
      { scenarios: ['text'], keys: ['modelSwitching'] },
      async (world) => {
        const adapter = await started(world);
        await adapter.setModel(world.otherModel);
        expect((await (await play(world, adapter, 'text', allow)).result()).text).toBe(world.answer);
        await adapter.terminate();
      },
    );

    agentTest(
      run,
      'is told how hard to think',
      { scenarios: ['text'], keys: ['effort'] },
      async (adapter, world, { first, skip }) => {
        const able = first.models?.find(({ efforts = [] }) => efforts.length > 0);
        const efforts = first.efforts?.length ? first.efforts : (able?.efforts ?? []);
        if (efforts.length === 0 && row.expectations.effort.status === 'known_limitation')
          return skip('its model here can be told nothing of the kind');
        expect(efforts.length).toBeGreaterThan(0);
        for (const effort of efforts.slice(0, 2)) {
          await adapter.setEffort?.(effort);
          expect((await (await play(world, adapter, 'text', allow)).result()).text).toBe(world.answer);
        }
      },
    );

    agentTest(
      run,
      'in `act` it runs unasked and says so; in `ask` it asks again',
      { scenarios: ['write', 'shell'], keys: ['modeSwitching'] },
      async (adapter, world) => {
        const { unasked } = await adapter.setMode('act');
        expect(unasked.length).toBeGreaterThan(0);
        const free = await play(world, adapter, 'write', deny);
        await free.done;
        expect(free.of('TOOL_APPROVAL_REQUESTED')).toEqual([]);
        expect(world.hasRun('write')).toBe(true);
        await adapter.setMode('ask');
        const bound = await play(world, adapter, 'shell', deny);
        await bound.done;
        expect(bound.of('TOOL_APPROVAL_REQUESTED')).toHaveLength(1);
        expect(world.hasRun('shell')).toBe(false);
      },
    );

    agentTest(
      run,
      'takes context files along',
      { scenarios: ['text'], keys: ['contextFiles'] },
      async (adapter, world) => {
        const text = await world.script('text');
        const contextFiles = [{ filePath: 'a.ts', content: 'x' }];
        const result = await send(adapter, promptOf(text, { contextFiles }), deny).result();
        expect(result.outcome).toBe('completed');
        if (world.contextFilesSeen !== undefined) expect(world.contextFilesSeen()).toContain('a.ts');
      },
    );

    contractTest(
      run,
      'takes an addition to its system prompt',
      { scenarios: ['text'], keys: ['systemPromptOverlay'] },
      async (world, skip) => {
        if (world.systemPromptSeen === undefined) return skip('this world cannot see the system prompt');
        const adapter = await started(world, { systemPromptOverlay: 'Answer like a pirate.' });
        await (await play(world, adapter, 'text', allow)).done;
        expect(world.systemPromptSeen()).toContain('Answer like a pirate.');
        await adapter.terminate();
      },
    );

    contractTest(
      run,
      'talks to the MCP servers that it is given',
      { scenarios: ['text'], keys: ['mcpPassThrough'] },
      async (world, skip) => {
        if (world.mcp === undefined) return skip('this world has no MCP server');
        const adapter = await started(world, { mcpServers: world.mcp.servers });
        await (await play(world, adapter, 'text', allow)).done;
        // Some start them beside the first turn and do not wait for them.
        await expect.poll(() => world.mcp?.wasAsked(), { timeout: 10_000 }).toBe(true);
        await adapter.terminate();
      },
    );

    it('every claim is proven here, or is named with where it is', () => {
      for (const key of allCapabilityKeys) {
        if (row.expectations[key].status === 'required') expect(proofs[key], key).not.toBe('nowhere');
      }
    });
  });
}
