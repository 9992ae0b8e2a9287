import { isAgentAdapterError, toErrorInfo } from '@collagility/adapters/errors';
import type { CommandOutcome } from '@collagility/protocol/commands';
import type { LiveBlock } from '@collagility/protocol/ephemeral';
import type { RoomHost, RoomStore, Timer } from '@collagility/protocol/host/contract';
import { type AgentId, type ApprovalId, as, type PromptId } from '@collagility/protocol/ids';
import type { Reason } from '@collagility/protocol/reasons';
import type { Workspaces } from '../workspace/workspaces.ts';
import type { AgentLane } from './agent-lane.ts';
import type { AvailableAgent, Placed, PlaceOrder } from './agent-places.ts';
import type { EngineEffect, EngineState, NewEvent } from './engine-state.ts';
import type { EngineInput } from './machine.ts';
import { readPrompt } from './prompt-values.ts';
import { promptItem } from './prompts.ts';
import { toldSums } from './told-sums.ts';

type Effect<T extends EngineEffect['type']> = Extract<EngineEffect, { type: T }>;

export type EngineEffectsOptions = {
  store: RoomStore;
  timer: Timer;
  refreshSecrets(): void;
  createLane(agentId: AgentId): AgentLane;
  /** Absent: nothing of the folder is compared or shown. */
  workspaces?: Workspaces;
  /** Which agents could be started here. */
  listAgents(): Promise<readonly AvailableAgent[]>;
  placeAgent(order: PlaceOrder, isHost: boolean): Promise<Placed>;
  /** What an agent really asked, of a request that is over; kept for the host alone. */
  nativeRequest(approvalId: ApprovalId): string | undefined;
  room(): RoomHost;
  state(): EngineState;
  take(input: EngineInput): unknown;
  append(events: NewEvent[]): void;
  fail(error: unknown): void;
};

/** What the engine does in the world once its events are on disk: agents, turns, timers, files. */
export class EngineEffects {
  readonly #options: EngineEffectsOptions;
  readonly #lanes = new Map<AgentId, AgentLane>();
  readonly #working = new Set<Promise<void>>();
  readonly #timers = new Map<string, () => void>();

  constructor(options: EngineEffectsOptions) {
    this.#options = options;
  }

  /** Text so far of everything that is being written. */
  live(): LiveBlock[] {
    return [...this.#lanes.values()].flatMap((lane) => lane.live());
  }

  /** Whether a command waits for what this effect finds out. */
  static isAsked({ type }: EngineEffect): boolean {
    return ['set_mode', 'set_model', 'set_effort', 'restore', 'steer', 'reveal', 'list_agents', 'place_agent'].includes(
      type,
    );
  }

  run(effect: EngineEffect): Promise<CommandOutcome> | undefined {
    switch (effect.type) {
      case 'start_agent': {
        this.#start(effect.agentId);
        return undefined;
      }
      case 'list_agents':
        return this.#options.listAgents().then((agents) => ({ state: 'done', result: { agents }, isPrivate: true }));
      case 'place_agent':
        return this.#place(effect);
      case 'stop_agent':
        this.#stopLane(effect.agentId);
        return undefined;
      case 'send_prompt': {
        const { agentId, promptId } = effect;
        const remembered = this.#options.workspaces?.beforeTurn(agentId, promptId, this.#options.room().state.seq);
        if (remembered === undefined) this.#send(effect);
        else this.watch(remembered.then(() => this.#sendIfWanted(effect)));
        return undefined;
      }
      case 'restore':
        return this.#restore(effect);
      case 'interrupt':
        this.watch(this.#lanes.get(effect.agentId)?.interrupt(effect.promptId));
        return undefined;
      case 'answer':
        this.answer(effect);
        return undefined;
      case 'steer':
        return this.#steer(effect);
      case 'reveal':
        return Promise.resolve(this.#reveal(effect));
      case 'set_mode':
        return this.#setMode(effect);
      case 'set_model':
        return this.#setModel(effect);
      case 'set_effort':
        return this.#setEffort(effect);
      case 'start_timer':
        this.#timers.get(effect.key)?.();
        this.#timers.set(
          effect.key,
          this.#options.timer(effect.ms, () => this.#timerFired(effect.key)),
        );
        return undefined;
      case 'stop_timer':
        this.#timers.get(effect.key)?.();
        this.#timers.delete(effect.key);
        return undefined;
      case 'revoke_invites':
        this.#options.room().revokeAllInvites();
        return undefined;
      case 'rekey':
        this.#options.room().rekey();
        return undefined;
      default:
        return effect satisfies never;
    }
  }

  answer({ agentId, decision }: Omit<Effect<'answer'>, 'type'>): void {
    this.watch(this.#lanes.get(agentId)?.answer(decision));
  }

  /** Work that goes on beside the machine. It promises not to reject; if it does, that is ours to say. */
  watch(work: Promise<void> | undefined): void {
    if (work === undefined) return;
    const watched = work
      .catch((error: unknown) => this.#options.fail(error))
      .finally(() => this.#working.delete(watched));
    this.#working.add(watched);
  }

  stopLanes(): void {
    for (const agentId of [...this.#lanes.keys()]) this.#stopLane(agentId);
  }

  /** Ends what runs; resolves when the agents' processes are gone. */
  async stop(): Promise<void> {
    this.stopLanes();
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
    await Promise.all(this.#working);
  }

  /** While its files were remembered the turn may have been interrupted, or the agent stopped. */
  #sendIfWanted(effect: Effect<'send_prompt'>): void {
    const { agentId, promptId } = effect;
    const phase = this.#options.state().agents[agentId]?.phase;
    if (phase?.name !== 'running' || phase.promptId !== promptId) return;
    if (phase.interruptedBy === undefined) this.#send(effect);
    else this.#options.take({ type: 'turn_ended', agentId, promptId, outcome: 'interrupted' });
  }

  #send({ agentId, promptId, mayCommand }: Effect<'send_prompt'>): void {
    const item = promptItem(this.#options.room().state, promptId);
    const lane = this.#lanes.get(agentId);
    if (item === undefined || lane === undefined) return;
    // A settings file may have come since the last turn.
    this.#options.refreshSecrets();
    const prompt = readPrompt(this.#options.store, item);
    if (prompt === undefined) {
      this.#options.take({
        type: 'turn_ended',
        agentId,
        promptId,
        outcome: 'failed',
        reason: 'part_lost' satisfies Reason,
      });
      return;
    }
    const { agents } = this.#options.room().state;
    const mode = agents[agentId]?.mode ?? 'ask';
    this.watch(lane.run({ promptId, correlationId: promptId, ...prompt, mode, mayCommand }));
  }

  /** One that cannot be made any more (its driver is gone) is told as one that did not start. */
  #start(agentId: AgentId): void {
    try {
      const lane = this.#options.createLane(agentId);
      this.#lanes.set(agentId, lane);
      this.watch(lane.start());
    } catch (error) {
      if (!isAgentAdapterError(error)) throw error;
      const name = this.#options.room().state.agents[agentId]?.name ?? agentId;
      const info = toErrorInfo(error, 'PROVIDER_NOT_FOUND');
      // Not in the middle of the step that this effect belongs to.
      const failed = { type: 'agent_start_failed', agentId, name, error: info } as const;
      this.watch(Promise.resolve().then(() => void this.#options.take(failed)));
    }
  }

  async #place(order: Effect<'place_agent'>): Promise<CommandOutcome> {
    const { agentId, provider, forkOf, by } = order;
    const isHost = this.#options.room().state.participants[by]?.role === 'host';
    const placed = await this.#options.placeAgent(order, isHost);
    if ('code' in placed) {
      this.#options.take({ type: 'agent_unplaced', agentId });
      return { state: 'rejected', ...placed };
    }
    this.#options.take({ type: 'agent_placed', agentId, provider, ...placed, ...(forkOf && { forkOf }), by });
    return { state: 'done', result: { agentId } };
  }

  async #steer({ agentId, promptId, steerId, text }: Effect<'steer'>): Promise<CommandOutcome> {
    const mode = this.#options.room().state.agents[agentId]?.mode ?? 'ask';
    const words = { promptId: steerId, correlationId: promptId, text, mode, mayCommand: false };
    const refusal = await this.#lanes.get(agentId)?.steer(promptId, words);
    const ended = { type: 'steer_ended', agentId, promptId, steerId } as const;
    this.#options.take({ ...ended, ...(refusal && { refusal: refusal.detail }) });
    return refusal === undefined ? { state: 'done' } : { state: 'rejected', ...refusal };
  }

  /** Not redacted: for the device that asked, and kept nowhere. */
  #reveal({ approvalId }: Effect<'reveal'>): CommandOutcome {
    const pending = this.#options.state().approvals[approvalId];
    const text =
      pending === undefined ? this.#options.nativeRequest(approvalId) : JSON.stringify(pending.input, undefined, 2);
    if (text === undefined) return { state: 'rejected', code: 'no_such_object' };
    return { state: 'done', result: { text }, isPrivate: true };
  }

  /** What a turn changed is looked up beside the machine, and told when it is known. */
  compare({ agentId, promptId }: { agentId: AgentId; promptId: PromptId }): void {
    const { workspaces, room, append } = this.#options;
    const told = async () => {
      const change = await workspaces?.afterTurn(agentId, promptId, room().state.seq);
      if (change === undefined) return;
      const { before, after } = change;
      append([{ type: 'workspace.turn_changed', agentId, promptId, ...toldSums(change, room()), before, after }]);
    };
    this.watch(told());
  }

  async #restore({ agentId, checkpoint, by }: Effect<'restore'>): Promise<CommandOutcome> {
    const restored = await this.#options.workspaces?.restore(agentId, checkpoint, this.#options.room().state.seq);
    if (restored === undefined) return { state: 'rejected', code: 'not_compared' };
    if (!restored.ok) {
      const { code, detail } = restored;
      return { state: 'rejected', code, ...(detail !== undefined && { detail }) };
    }
    const { undo, promptId } = restored;
    this.#options.append([
      {
        type: 'workspace.restored',
        agentId,
        by,
        to: checkpoint,
        undo,
        ...toldSums(restored, this.#options.room()),
        ...(promptId && { promptId }),
      },
    ]);
    return { state: 'done' };
  }

  async #setMode({ agentId, mode, by }: Effect<'set_mode'>): Promise<CommandOutcome> {
    const result = await this.#lanes.get(agentId)?.setMode(mode);
    if (result === undefined) return { state: 'rejected', code: 'no_such_agent' };
    if ('code' in result) return { state: 'rejected', ...result };
    this.#options.take({ type: 'mode_changed', agentId, mode, unasked: result.unasked, by });
    return { state: 'done' };
  }

  async #setModel({ agentId, model, by }: Effect<'set_model'>): Promise<CommandOutcome> {
    const lane = this.#lanes.get(agentId);
    if (lane === undefined) return { state: 'rejected', code: 'no_such_agent' };
    const refusal = await lane.setModel(model);
    if (refusal !== undefined) return { state: 'rejected', ...refusal };
    this.#options.take({ type: 'model_changed', agentId, model, by });
    return { state: 'done' };
  }

  async #setEffort({ agentId, effort, by }: Effect<'set_effort'>): Promise<CommandOutcome> {
    const lane = this.#lanes.get(agentId);
    if (lane === undefined) return { state: 'rejected', code: 'no_such_agent' };
    const refusal = await lane.setEffort(effort);
    if (refusal !== undefined) return { state: 'rejected', ...refusal };
    this.#options.take({ type: 'effort_changed', agentId, effort, by });
    return { state: 'done' };
  }

  #timerFired(key: string): void {
    this.#timers.delete(key);
    const id = key.slice(key.indexOf(':') + 1);
    if (key.startsWith('approval:')) this.#options.take({ type: 'approval_due', approvalId: as<ApprovalId>(id) });
    else this.#options.take({ type: 'retry_due', agentId: as<AgentId>(id) });
  }

  #stopLane(agentId: AgentId): void {
    const lane = this.#lanes.get(agentId);
    this.#lanes.delete(agentId);
    if (lane !== undefined) this.watch(lane.close());
  }
}
