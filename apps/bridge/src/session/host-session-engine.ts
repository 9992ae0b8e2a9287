import { blobHash } from '@collagility/protocol/blob';
import { toHex } from '@collagility/protocol/bytes';
import type { Command, CommandOutcome } from '@collagility/protocol/commands';
import type { Delta, LiveBlock } from '@collagility/protocol/ephemeral';
import { CollagilityError, type CommandErrorCode } from '@collagility/protocol/errors';
import type { RoomEvent } from '@collagility/protocol/events';
import type {
  AskAnswer,
  Clock,
  CommandSender,
  RoomApplication,
  RoomHost,
  RoomStore,
  Timer,
} from '@collagility/protocol/host/contract';
import {
  type AgentId,
  type ApprovalId,
  as,
  type CommandId,
  type ParticipantId,
  type PromptId,
} from '@collagility/protocol/ids';
import type { WorkspaceAsk } from '@collagility/protocol/workspace';
import { classifyRisk, type RiskPlaces } from '../approvals/risk.ts';
import type { Redactor } from '../redaction/redactor.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import type { AgentLane } from './agent-lane.ts';
import type { AvailableAgent, Placed, PlaceOrder } from './agent-places.ts';
import { EngineEffects } from './engine-effects.ts';
import {
  type EngineContext,
  type EngineEffect,
  type EngineState,
  emptyEngineState,
  type NewEvent,
  stamp,
} from './engine-state.ts';
import { EventFeed } from './event-feed.ts';
import { judgeCommand, judgeSignature } from './judge-command.ts';
import { type EngineInput, step } from './machine.ts';
import { isPeopleCommand, runPeopleCommand } from './people.ts';
import { isShownCall } from './prepare-approval.ts';
import { fitPrompt, keepUploads } from './prompt-values.ts';
import { senderAtTerminal } from './sender-at-terminal.ts';
import { SharedFiles } from './shared-files.ts';
import { isTerminalCommand, type TerminalCommand, Terminals } from './terminals.ts';
import { eventsOnLoss } from './turns.ts';
import { UploadBudget } from './upload-budget.ts';

/** What a session tells whoever started it. */
export type SessionEvent =
  | { type: 'event'; seq: number; event: RoomEvent }
  /** Who waits, who is here, who is online. */
  | { type: 'people' }
  /** Nothing more can be written: the session has stopped its agents. */
  | { type: 'failed'; code: string; message: string }
  /** A newer copy of this host is known to a member; nothing is served any more (CLG-13). */
  | { type: 'rolled_back'; gen: number };

export type EngineOptions = {
  roomId: Uint8Array;
  store: RoomStore;
  clock: Clock;
  timer: Timer;
  redactor: Redactor;
  refreshSecrets(): void;
  places: RiskPlaces;
  createLane(agentId: AgentId, engine: HostSessionEngine): AgentLane;
  /** Absent: nothing of the folder is compared or shown. */
  workspaces?: Workspaces;
  listAgents(): Promise<readonly AvailableAgent[]>;
  placeAgent(order: PlaceOrder, isHost: boolean): Promise<Placed>;
  nativeRequest(approvalId: ApprovalId): string | undefined;
  resumesAtRetry: boolean;
  approvalTimeoutMs?: number;
  tell(event: SessionEvent): void;
};

const tooLarge: CommandOutcome = { state: 'rejected', code: 'too_large' };
/** Its event does not fit: nothing was committed, so what a person sent is refused, and is no fault of the journal. */
const isTooLarge = (error: unknown): boolean => error instanceof CollagilityError && error.code === 'event_too_large';

const leftOut = (agentId: AgentId): NewEvent => ({
  type: 'ai.status',
  agentId,
  code: 'too_large',
  text: 'Something that the agent said was longer than the room allows and was left out.',
});

/** The pure machine with its effects: what follows from events is done once they are committed. */
export class HostSessionEngine implements RoomApplication {
  readonly #options: EngineOptions;
  readonly #feed: EventFeed;
  readonly #effects: EngineEffects;
  readonly #files = new SharedFiles();
  readonly #uploads = new UploadBudget();
  #state: EngineState = emptyEngineState;
  #host: RoomHost | undefined;
  #isTurnRunning = false;
  #failure: CollagilityError | undefined;
  readonly #terminals: Terminals;

  constructor(options: EngineOptions) {
    this.#options = options;
    const { redactor, clock, timer } = options;
    this.#terminals = new Terminals({
      redactor,
      clock,
      timer,
      emit: (pieces) => {
        if (this.#failure === undefined) this.#room.emitTerminal(pieces);
      },
      isBehind: () => this.#room.isBehind,
      append: (events) => this.append(events),
      keepText: (text) => this.#room.keepText(text),
      mayAllWatch: () =>
        Object.values(this.#room.state.participants).every(
          ({ state, rights }) => state !== 'present' || rights.terminal !== 'none',
        ),
    });
    this.#effects = new EngineEffects({
      ...options,
      createLane: (agentId) => {
        const lane = options.createLane(agentId, this);
        if (lane.terminal !== undefined) this.#terminals.attach(agentId, lane.terminal);
        return lane;
      },
      room: () => this.#room,
      state: () => this.#state,
      take: (input) => this.take(input),
      append: (events) => this.append(events),
      fail: (error) => this.#fail(error),
    });
    this.#feed = new EventFeed(options.store, (seq, event) => options.tell({ type: 'event', seq, event }));
  }

  get state(): EngineState {
    return this.#state;
  }
  get isFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** The room is open; what the last run left open is closed. */
  attach(host: RoomHost): void {
    this.#host = host;
    this.#feed.startAfter(host.state.seq);
    this.take({ type: 'host_started', emptyTextHash: toHex(blobHash(new Uint8Array())) });
  }

  /** One input to the machine, and everything that follows by itself. */
  take(input: EngineInput): CommandOutcome | Promise<CommandOutcome> | undefined {
    if (this.#failure !== undefined) return undefined;
    try {
      const first = this.#advance(input);
      while (this.#advance({ type: 'settle' }).moved);
      if (input.type === 'agent_started' || input.type === 'agent_restarted') this.#terminals.announce(input.agentId);
      this.#tellTurn();
      this.#tellEventsSoon();
      return first.outcome;
    } catch (error) {
      if (isTooLarge(error)) {
        if (input.type === 'command') return tooLarge;
        // A card that nobody can be shown is refused for them.
        if (input.type === 'approval_requested') {
          const { agentId, prepared } = input;
          const decision = { toolId: prepared.requestId, approved: false, refusal: 'denied' } as const;
          this.append([leftOut(agentId)]);
          this.#effects.answer({ agentId, decision });
          return undefined;
        }
      }
      this.#fail(error);
      return undefined;
    }
  }

  append(events: NewEvent[]): void {
    if (events.length === 0 || this.#failure !== undefined) return;
    try {
      this.#commit(events);
      this.#tellEventsSoon();
    } catch (error) {
      // What an agent says must not end the session by its size: each that fits is told, the other is named.
      const [first, ...more] = events;
      if (!isTooLarge(error) || first === undefined) this.#fail(error);
      else if (more.length > 0) for (const event of events) this.append([event]);
      else if ('agentId' in first && first.agentId !== undefined && first.type !== 'ai.status')
        this.append([leftOut(first.agentId)]);
      else this.#fail(error);
    }
  }

  emit(deltas: Delta[]): void {
    if (deltas.length > 0 && this.#failure === undefined) this.#room.emit(deltas);
  }

  judge(sender: CommandSender, commandId: CommandId, command: Command): CommandErrorCode | undefined {
    return judgeCommand(this.#facts, sender, commandId, command);
  }

  execute(sender: CommandSender, commandId: CommandId, command: Command): CommandOutcome | Promise<CommandOutcome> {
    const failed = (): CommandOutcome => ({ state: 'unknown', code: this.#failure?.code ?? 'internal' });
    if (this.#failure !== undefined) return failed();
    if (isTerminalCommand(command)) return this.#terminal(sender, command);
    if (isPeopleCommand(command)) return this.#people(sender, command) ?? failed();
    const kept = keepUploads(this.#room, sender, command, this.#uploads);
    if (typeof kept === 'string') return { state: 'rejected', code: kept };
    const outcome = this.take({ type: 'command', sender, commandId, command: kept });
    if (outcome === undefined) return failed();
    if (!(outcome instanceof Promise) && outcome.state !== 'rejected') this.#dropUploads(sender, command);
    return outcome instanceof Promise ? outcome : this.#placed(commandId, outcome);
  }

  #dropUploads({ memberId }: CommandSender, command: Command): void {
    if (command.type !== 'prompt.run' && command.type !== 'prompt.suggest') return;
    this.#room.dropUploads(memberId, command.attachments?.map(({ blob }) => blob) ?? []);
  }

  /** What the host does at the terminal: the same rights, the same checks, no device that signs. */
  actAsHost(command: Command, commandId: CommandId): CommandOutcome | Promise<CommandOutcome> {
    const sender = senderAtTerminal(this.#room);
    if (sender === undefined) return { state: 'rejected', code: 'right' };
    const refusal = this.judge(sender, commandId, command);
    return refusal === undefined ? this.execute(sender, commandId, command) : { state: 'rejected', code: refusal };
  }

  answerAsk(sender: CommandSender, floorSeq: number, ask: WorkspaceAsk): Promise<AskAnswer> {
    const { workspaces } = this.#options;
    if (workspaces === undefined || this.#failure !== undefined)
      return Promise.resolve({ ok: false, code: 'not_compared' });
    return workspaces.answer(this.#room.state, sender, floorSeq, ask);
  }

  terminalScreen(sender: CommandSender, floorSeq: number, agentId: AgentId): AskAnswer {
    return this.#terminals.screen(sender, floorSeq > 1, agentId);
  }

  liveBlocks(): LiveBlock[] {
    return this.#effects.live();
  }

  peopleChanged(): void {
    if (this.#host === undefined) return;
    this.#tellEventsSoon();
    this.#options.tell({ type: 'people' });
  }

  journalFailed(error: unknown): void {
    this.#fail(error);
  }

  rolledBack(gen: number): void {
    this.#options.tell({ type: 'rolled_back', gen });
  }

  eventsOnRemoval(participantId: ParticipantId): RoomEvent[] {
    const atMs = this.#options.clock.wallMs();
    return eventsOnLoss(this.#state, this.#room.state, participantId).map((event) => stamp(event, atMs));
  }

  /** Ends turns and agents; resolves when their processes are gone. */
  async stop(): Promise<void> {
    this.take({ type: 'host_stopping' });
    await this.#effects.stop();
  }

  get #room(): RoomHost {
    if (this.#host === undefined) throw new CollagilityError('not_attached', 'The room is not open yet.');
    return this.#host;
  }

  get #facts() {
    const { roomId } = this.#options;
    const host = this.#room;
    return { room: host.state, roomId, hashAt: (seq: number) => host.hashAt(seq) };
  }

  #context(): EngineContext {
    const { clock, places, redactor, resumesAtRetry, approvalTimeoutMs } = this.#options;
    const facts = this.#facts;
    return {
      room: facts.room,
      hostId: this.#room.hostParticipantId,
      monotonicMs: clock.monotonicMs(),
      wallMs: clock.wallMs(),
      resumesAtRetry,
      ...(approvalTimeoutMs !== undefined && { approvalTimeoutMs }),
      judgeSignature: (sender, commandId, command) => judgeSignature(facts, sender, commandId, command),
      isShownCall,
      classify: (kind, input) => classifyRisk({ kind, arguments: input }, places),
      redact: (text) => redactor.text(text),
    };
  }

  #advance(input: EngineInput): { moved: boolean; outcome?: CommandOutcome | Promise<CommandOutcome> } {
    const { state, events, effects, outcome } = step(this.#state, input, this.#context());
    if (events.length > 0) this.#commit(events);
    this.#state = state;
    let later: Promise<CommandOutcome> | undefined;
    for (const effect of effects) later = this.#afterCommit(effect) ?? later;
    const said = outcome ?? later;
    return { moved: events.length > 0 || effects.length > 0, ...(said && { outcome: said }) };
  }

  /** The world is touched only for what is on disk; where that fails the session ends, and nothing of it was done. */
  #afterCommit(effect: EngineEffect): Promise<CommandOutcome> | undefined {
    const run = (said: (outcome: Promise<CommandOutcome>) => void) =>
      this.#room.afterCommit(() => {
        if (this.#failure !== undefined) return;
        try {
          const outcome = this.#effects.run(effect);
          if (outcome !== undefined) said(outcome);
        } catch (error) {
          this.#fail(error);
        }
      });
    if (EngineEffects.isAsked(effect)) return new Promise(run);
    run(() => undefined);
    return undefined;
  }

  #commit(events: NewEvent[]): void {
    const atMs = this.#options.clock.wallMs();
    this.#room.append(events.map((event) => stamp(fitPrompt(event, this.#room), atMs)));
    for (const event of events) if (event.type === 'ai.execution.ended') this.#effects.compare(event);
    const said = this.#files.after(events, this.#room.state);
    if (said.length > 0) this.#commit(said);
  }

  /** A prompt that started at once does not wait in any place. */
  #placed(commandId: CommandId, outcome: CommandOutcome): CommandOutcome {
    if (outcome.state !== 'queued') return outcome;
    const promptId = as<PromptId>(commandId);
    for (const { queue } of Object.values(this.#room.state.agents)) {
      const at = queue.findIndex((queued) => queued.promptId === promptId);
      if (at !== -1) return { state: 'queued', position: at + 1 };
    }
    return { state: 'done' };
  }

  /** Keys act once their acceptance is on disk, as everything does. */
  #terminal(sender: CommandSender, command: TerminalCommand): Promise<CommandOutcome> {
    return new Promise((resolve) => {
      this.#room.afterCommit(() => {
        const isLost = this.#failure !== undefined;
        resolve(isLost ? { state: 'unknown', code: 'internal' } : this.#terminals.run(sender, command));
      });
    });
  }

  #people(sender: CommandSender, command: Parameters<typeof runPeopleCommand>[2]): CommandOutcome | undefined {
    try {
      const outcome = runPeopleCommand(this.#room, sender, command);
      this.take({ type: 'settle' });
      return outcome;
    } catch (error) {
      if (isTooLarge(error)) return tooLarge;
      this.#fail(error);
      return undefined;
    }
  }

  #tellTurn(): void {
    const isRunning = Object.values(this.#state.agents).some(({ phase }) => phase.name === 'running');
    if (isRunning === this.#isTurnRunning) return;
    this.#isTurnRunning = isRunning;
    this.#room.setTurnRunning(isRunning);
  }

  #tellEventsSoon(): void {
    this.#room.afterCommit(() => this.#feed.tellUpTo(this.#room.state.seq));
  }

  #fail(error: unknown): void {
    if (this.#failure !== undefined) return;
    const message = error instanceof Error ? error.message : String(error);
    const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'internal';
    this.#failure = new CollagilityError(code, message, { cause: error });
    this.#effects.stopLanes();
    this.#options.tell({ type: 'failed', code, message });
  }
}
