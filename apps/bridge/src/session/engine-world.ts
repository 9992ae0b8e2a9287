import type { AdapterErrorInfo } from '@collagility/adapters/port';
import type { Command } from '@collagility/protocol/commands';
import type { CommandErrorCode } from '@collagility/protocol/errors';
import type { RoomEvent, RoomEventOf, RoomEventType } from '@collagility/protocol/events';
import type { CommandSender } from '@collagility/protocol/host/contract';
import {
  type AgentId,
  type ApprovalId,
  as,
  type CommandId,
  type MemberId,
  type ParticipantId,
  type PromptId,
} from '@collagility/protocol/ids';
import { emptyRoomState, reduceMany } from '@collagility/protocol/reduce';
import { type Rights, type Role, rightsOfRole } from '@collagility/protocol/rights';
import type { RoomState } from '@collagility/protocol/state';
import type { PreparedApproval } from '../approvals/pending-approval.ts';
import { judgeRight } from '../rights.ts';
import { type EngineContext, type EngineEffect, type EngineState, emptyEngineState, stamp } from './engine-state.ts';
import { type EngineInput, step } from './machine.ts';

export const claude = as<AgentId>('claude');
export const signed = { statement: '00', signature: '00' };

/** A room and an engine without disk, network or agent: inputs in, committed events and effects out. */
export class EngineWorld {
  state: EngineState = emptyEngineState;
  room: RoomState = emptyRoomState('r');
  nowMs = 1_000;
  resumesAtRetry = false;
  approvalTimeoutMs: number | undefined;
  signatures: CommandErrorCode | undefined;
  isShownCall = true;
  readonly events: RoomEvent[] = [];
  readonly effects: EngineEffect[] = [];
  readonly hostId = as<ParticipantId>('host');
  #commands = 0;

  /** With the host and one idle agent in it. */
  static ready(): EngineWorld {
    const world = new EngineWorld();
    world.join('host', 'host');
    world.startAgent();
    world.clear();
    return world;
  }

  get context(): EngineContext {
    const { room, nowMs, resumesAtRetry, approvalTimeoutMs, hostId } = this;
    return {
      room,
      hostId,
      monotonicMs: nowMs,
      wallMs: 1_700_000_000_000 + nowMs,
      resumesAtRetry,
      ...(approvalTimeoutMs !== undefined && { approvalTimeoutMs }),
      judgeSignature: () => this.signatures,
      isShownCall: () => this.isShownCall,
      classify: (_, input) => ({
        classes: JSON.stringify(input).includes('rm -rf') ? ['destructive'] : [],
        isForbidden: JSON.stringify(input).includes('/data-folder'),
      }),
      redact: (text) => text.replaceAll('hunter2-hunter2', '⟦hidden⟧'),
    };
  }

  commit(...events: RoomEvent[]): void {
    this.room = reduceMany(this.room, this.room.seq + 1, events);
    this.events.push(...events);
  }

  do(input: EngineInput) {
    const first = this.#once(input);
    for (let quiet = false; !quiet; ) {
      const { events, effects } = this.#once({ type: 'settle' });
      quiet = events.length === 0 && effects.length === 0;
    }
    return first.outcome;
  }

  #once(input: EngineInput) {
    const result = step(this.state, input, this.context);
    this.state = result.state;
    this.commit(...result.events.map((event) => stamp(event, this.context.wallMs)));
    this.effects.push(...result.effects);
    return result;
  }

  join(
    name: string,
    role: Role,
    rights: Rights = rightsOfRole[role],
    how: 'link' | 'lobby' | 'host' = 'host',
    admittedBy?: string,
  ): void {
    this.commit({
      type: 'member.joined',
      atMs: 0,
      memberId: as<MemberId>(`${name}-device`),
      participantId: as<ParticipantId>(name),
      devicePk: '00',
      name,
      role,
      rights,
      color: 0,
      how,
      ...(admittedBy !== undefined && { admittedBy: as<ParticipantId>(admittedBy) }),
    });
  }

  setRights(name: string, change: Partial<Rights>): void {
    const participantId = as<ParticipantId>(name);
    const known = this.room.participants[participantId];
    if (known === undefined) throw new Error(`nobody called ${name}`);
    const rights = { ...known.rights, ...change };
    this.commit({ type: 'member.rights_changed', atMs: 0, participantId, role: known.role, rights, by: this.hostId });
  }

  remove(name: string): void {
    this.commit({
      type: 'member.removed',
      atMs: 0,
      memberId: as<MemberId>(`${name}-device`),
      participantId: as<ParticipantId>(name),
      by: this.hostId,
      blocked: false,
    });
  }

  sender(name: string): CommandSender {
    const participantId = as<ParticipantId>(name);
    const known = this.room.participants[participantId];
    if (known === undefined) throw new Error(`nobody called ${name}`);
    const { role, rights } = known;
    return {
      memberId: as<MemberId>(`${name}-device`),
      participantId,
      role,
      rights,
      devicePk: new Uint8Array(32),
      frozen: false,
    };
  }

  /** Judged as the room does, then carried out. Returns the id that the command made, and what the host said. */
  command(name: string, command: Command) {
    this.#commands += 1;
    const commandId = as<CommandId>(this.#commands.toString(16).padStart(32, '0'));
    const sender = this.sender(name);
    const code = command.type === 'approval.answer' ? undefined : judgeRight(this.room, sender, command);
    const outcome =
      code === undefined
        ? this.do({ type: 'command', sender, commandId, command })
        : { state: 'rejected' as const, code };
    return { id: commandId, outcome };
  }

  prompt(name: string, text: string): PromptId {
    return as<PromptId>(
      this.command(name, { type: 'prompt.run', agentId: claude, text, attachments: undefined, signed }).id,
    );
  }

  startAgent(agentId: AgentId = claude): void {
    this.do({ type: 'agent_added', agentId });
    this.do({
      type: 'agent_started',
      agentId,
      started: { provider: 'mock', name: 'Mock', mode: 'ask', session: 'new', unasked: [], capabilities: [] },
    });
  }

  endTurn(promptId: PromptId, outcome: 'completed' | 'interrupted' | 'failed' = 'completed', error?: AdapterErrorInfo) {
    this.do({ type: 'turn_ended', agentId: claude, promptId, outcome, ...(error && { error }) });
  }

  ask(id: string, more: Partial<PreparedApproval> = {}, hidden = 0): ApprovalId {
    const approvalId = as<ApprovalId>(id);
    const promptId = this.room.agents[claude]?.runningPromptId;
    const prepared: PreparedApproval = {
      approvalId,
      requestId: `native-${id}`,
      kind: 'permission',
      toolName: 'Bash',
      native: { request: '{}', salt: new Uint8Array(32) },
      toolKind: 'execute',
      input: { command: 'npm test' },
      ruleText: 'npm test',
      mayEdit: true,
      mayGiveFeedback: true,
      verdict: 'ask',
      card: { title: 'Run a command', shown: '{}', shownHash: '00', risks: ['execute'], hidden, elided: [] },
      ...more,
    };
    this.do({ type: 'approval_requested', agentId: claude, ...(promptId && { promptId }), prepared });
    return approvalId;
  }

  answer(name: string, approvalId: ApprovalId, decision: 'allow' | 'deny', extra: Record<string, unknown> = {}) {
    const text = JSON.stringify({ scope: 'once', ...extra });
    return this.command(name, { type: 'approval.answer', approvalId, decision, extra: text, signed }).outcome;
  }

  of<T extends RoomEventType>(type: T): RoomEventOf<T>[] {
    return this.events.filter(
      (event): event is Extract<RoomEvent, { type: T }> => event.type === type,
    ) as RoomEventOf<T>[];
  }
  effectsOf<T extends EngineEffect['type']>(type: T): Extract<EngineEffect, { type: T }>[] {
    return this.effects.filter((effect): effect is Extract<EngineEffect, { type: T }> => effect.type === type);
  }
  get queue(): PromptId[] {
    return (this.room.agents[claude]?.queue ?? []).map(({ promptId }) => promptId);
  }
  get running(): PromptId | undefined {
    return this.room.agents[claude]?.runningPromptId;
  }
  get stopped(): string | undefined {
    return this.room.agents[claude]?.queueStopped?.reason;
  }
  clear(): void {
    this.events.length = 0;
    this.effects.length = 0;
  }
}
