import { AdapterBase } from './adapter-base.ts';
import type { CapabilityRow } from './capabilities.ts';
import { tellStalled } from './driver-notices.ts';
import type { DriverSettings } from './driver-options.ts';
import { AgentAdapterError } from './errors.ts';
import { given } from './fields.ts';
import type { AdapterConfig } from './port.ts';
import type { ProcessExit } from './process/index.ts';
import { StallWatch } from './stall-watch.ts';
import { exitText } from './start-failure.ts';

/** A running process and the conversation with it; `end` ends its descendants, too. */
interface Connection {
  readonly isAlive: boolean;
  end(graceMs: number): Promise<unknown>;
}

/** What it waits for: `stallMs` of silence before it tells, `graceMs` between TERM and KILL. */
interface Waits {
  readonly stallMs: number;
  readonly graceMs: number;
}

/** An agent that is one process for many turns. A driver says how it is started and what its messages mean. */
export abstract class LastingAdapter<C extends Connection, S extends DriverSettings<Waits>> extends AdapterBase {
  protected readonly settings: S;
  protected readonly stall: StallWatch;
  protected config: AdapterConfig = { workspacePath: '/' };
  protected connection: C | undefined;
  protected binaryPath: string;
  protected version: string | undefined;
  protected isStopping = false;
  /** The end of a process that is gone or told to go; the next one starts after it. */
  protected leaving: Promise<unknown> | undefined;

  protected constructor(id: string, row: CapabilityRow, settings: S, binaryName = row.provider) {
    super({ id, row, clock: settings.clock });
    this.settings = settings;
    this.binaryPath = binaryName;
    this.stall = new StallWatch(settings, (silentMs) => this.#stalled(silentMs));
  }

  /** A tool that works may be silent for as long as it likes. */
  protected abstract hasRunningTool(): boolean;
  /** The turn has ended, however: what was kept for it is let go. */
  protected abstract turnOver(): void;
  /** The process is gone, and what only it could answer with it. */
  protected processGone(): void {
    // Most keep something of it, not all.
  }

  /** Before a process is started: one that came to life after the adapter was told to go would be nobody's. */
  protected mustNotBeStopping(): void {
    if (this.isStopping) throw new AgentAdapterError('ILLEGAL_STATE', 'The agent is being ended.');
  }

  protected async stop(): Promise<void> {
    this.isStopping = true;
    const { connection } = this;
    this.turnOver();
    await connection?.end(this.settings.waits.graceMs);
    await this.leaving;
  }

  protected inspect(): { binaryPath: string; binaryVersion?: string; isProcessAlive: boolean } {
    const isProcessAlive = this.connection?.isAlive === true;
    return { binaryPath: this.binaryPath, ...given('binaryVersion', this.version), isProcessAlive };
  }

  /** Ends the turn that runs, and with it the adapter, unless it was told to go. */
  protected exited(connection: C, exit: ProcessExit): void {
    if (this.connection !== connection) return;
    this.connection = undefined;
    this.processGone();
    // Its descendants go with it, whatever the reason.
    this.leaving = connection.end(this.settings.waits.graceMs);
    if (this.isStopping || this.status === 'INITIALIZING') return;
    const wasInterrupted = this.status === 'INTERRUPTING';
    const how = this.out.turn === undefined ? 'ended' : 'ended in the middle of a turn';
    this.turnOver();
    this.crashed(`${this.name} ${how}: ${exitText(exit)}`, wasInterrupted ? 'interrupted' : 'failed');
  }

  #stalled(silentMs: number): void {
    if (this.status === 'EXECUTING' && !this.hasRunningTool()) tellStalled(this.out, silentMs);
  }
}
