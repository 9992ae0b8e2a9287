import type { AdapterTerminal, TerminalEvent, TerminalSize } from '@collagility/adapters/port';
import { utf8 } from '@collagility/protocol/bytes';
import type { Command, CommandOutcome } from '@collagility/protocol/commands';
import type { BigText } from '@collagility/protocol/events';
import type { AskAnswer, CommandSender } from '@collagility/protocol/host/contract';
import type { AgentId, ParticipantId } from '@collagility/protocol/ids';
import type { TerminalPiece } from '@collagility/protocol/terminal';
import type { Redactor } from '../redaction/redactor.ts';
import type { NewEvent } from './engine-state.ts';
import { TerminalFeed } from './terminal-feed.ts';

export type TerminalCommand = Extract<Command, { type: 'terminal.input' | 'terminal.resize' }>;
export const isTerminalCommand = (command: Command): command is TerminalCommand =>
  command.type === 'terminal.input' || command.type === 'terminal.resize';

type Options = {
  redactor: Redactor;
  clock: { monotonicMs(): number };
  timer(ms: number, work: () => void): () => void;
  emit(pieces: TerminalPiece[]): void;
  isBehind(): boolean;
  append(events: NewEvent[]): void;
  keepText(text: string): BigText;
  /** Whether all who are here may see what terminals show. */
  mayAllWatch(): boolean;
};

type Attached = {
  terminal: AdapterTerminal;
  feed: TerminalFeed;
  typist?: { by: ParticipantId; atMs: number };
  /** The room was told of this start of its program. */
  isAnnounced: boolean;
  /** It ended before that. */
  early?: NewEvent;
};

/** Typing is told once for as long as it goes on. */
const typedAgainMs = 60_000;

/** The room's terminals: what they show goes out, keys and sizes come in. Rights were judged before. */
export class Terminals {
  readonly #options: Options;
  readonly #attached = new Map<AgentId, Attached>();
  /** The host's choice outlives the program. */
  readonly #sizes = new Map<AgentId, TerminalSize>();

  constructor(options: Options) {
    this.#options = options;
  }

  attach(agentId: AgentId, terminal: AdapterTerminal): void {
    this.detach(agentId);
    const size = this.#sizes.get(agentId);
    if (size !== undefined) terminal.resize(size);
    const { redactor, clock, timer, emit, isBehind } = this.#options;
    const feed = new TerminalFeed({ agentId, terminal, redactor, clock, timer, emit, isBehind }, (event) => {
      const attached = this.#attached.get(agentId);
      if (attached?.terminal === terminal) this.#event(agentId, attached, event);
    });
    this.#attached.set(agentId, { terminal, feed, isAnnounced: false });
  }

  detach(agentId: AgentId): void {
    this.#attached.get(agentId)?.feed.stop();
    this.#attached.delete(agentId);
  }

  /** `isFresh`: for somebody who may not see what was before them. */
  screen(sender: CommandSender, isFresh: boolean, agentId: AgentId): AskAnswer {
    if (sender.rights.terminal === 'none') return { ok: false, code: 'right' };
    const attached = this.#attached.get(agentId);
    if (attached === undefined) return { ok: false, code: 'no_such_agent' };
    return { ok: true, bytes: utf8(JSON.stringify(attached.feed.screen(isFresh))) };
  }

  run({ participantId: by }: CommandSender, command: TerminalCommand): CommandOutcome {
    const attached = this.#attached.get(command.agentId);
    if (attached === undefined) return { state: 'rejected', code: 'no_such_agent' };
    const { terminal } = attached;
    const { agentId } = command;
    if (command.type === 'terminal.resize') {
      const { columns, rows } = command;
      const before = terminal.size;
      if (!terminal.resize({ columns, rows })) return { state: 'rejected', code: 'terminal_size' };
      this.#sizes.set(agentId, { columns, rows });
      if (before.columns !== columns || before.rows !== rows)
        this.#options.append([{ type: 'ai.terminal.resized', agentId, columns, rows, by }]);
      return { state: 'done' };
    }
    if (!terminal.type(command.keys)) return { state: 'rejected', code: 'terminal_closed' };
    const nowMs = this.#options.clock.monotonicMs();
    const { typist } = attached;
    const isNews = typist?.by !== by || nowMs - typist.atMs > typedAgainMs;
    attached.typist = { by, atMs: nowMs };
    if (isNews) this.#options.append([{ type: 'ai.terminal.typed', agentId, by }]);
    return { state: 'done' };
  }

  /** The room knows the agent now: a program of it may have ended already. */
  announce(agentId: AgentId): void {
    const attached = this.#attached.get(agentId);
    if (attached === undefined) return;
    const { terminal, early } = attached;
    attached.isAnnounced = true;
    delete attached.early;
    this.#options.append([
      { type: 'ai.terminal.started', agentId, ...terminal.size },
      ...(early === undefined ? [] : [early]),
    ]);
  }

  #event(agentId: AgentId, attached: Attached, event: Exclude<TerminalEvent, { type: 'output' }>): void {
    if (event.type === 'started') {
      attached.isAnnounced = false;
      delete attached.early;
    }
    if (event.type !== 'ended') return;
    const { exitCode, signal } = event;
    const { size, text } = attached.terminal.snapshot(0);
    const { keepText, redactor } = this.#options;
    const ended: NewEvent = {
      type: 'ai.terminal.ended',
      agentId,
      ...(exitCode !== undefined && { exitCode }),
      ...(signal !== undefined && { signal }),
      ...size,
      // Events go to all: with somebody here who may not watch, nothing of it is kept.
      screen: this.#options.mayAllWatch() ? keepText(redactor.screen(text)) : { text: '' },
    };
    if (attached.isAnnounced) this.#options.append([ended]);
    else attached.early = ended;
  }
}
