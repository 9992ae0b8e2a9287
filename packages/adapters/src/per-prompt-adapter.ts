import { AdapterBase } from './adapter-base.ts';
import type { CapabilityRow } from './capabilities.ts';
import type { DriverSettings } from './driver-options.ts';
import { Escalation } from './escalation.ts';
import type { Turn } from './event-writer.ts';
import { given } from './fields.ts';
import type { LineProcess } from './line-process.ts';
import type { AdapterConfig, AdapterErrorInfo, AdapterEventPayloads, AdapterMode } from './port.ts';
import type { ProcessExit } from './process/index.ts';
import { StallWatch } from './stall-watch.ts';
import { exitText } from './start-failure.ts';

/** The process of one prompt. */
export interface PromptRun {
  readonly process: LineProcess;
  readonly turn: Turn;
  isInterrupted: boolean;
  /** How its turn ended, as it said itself. */
  end?: AdapterEventPayloads['STREAM_END'];
  /** Why, where it said no more than that. */
  fatal?: AdapterErrorInfo;
  escalation?: Escalation;
}

/** What it waits for: `interruptStepMs` after ^C, `leaveMs` after its answer, `graceMs` after a signal. */
interface Waits {
  readonly stallMs: number;
  readonly interruptStepMs: number;
  readonly leaveMs: number;
  readonly graceMs: number;
}

/** An agent that is one process for each prompt and asks nobody. A driver says how it is started and what it says. */
export abstract class PerPromptAdapter<W extends Waits> extends AdapterBase {
  protected readonly settings: DriverSettings<W>;
  protected readonly stall: StallWatch;
  protected config: AdapterConfig = { workspacePath: '/' };
  protected mode: AdapterMode = 'ask';
  protected binary: { readonly command: string; readonly prefixArguments: readonly string[]; readonly path: string };
  protected version: string | undefined;
  protected run: PromptRun | undefined;
  protected isUp = false;

  protected constructor(id: string, row: CapabilityRow, settings: DriverSettings<W>) {
    super({ id, row, clock: settings.clock });
    this.settings = settings;
    this.binary = { command: row.provider, prefixArguments: [], path: row.provider };
    this.stall = new StallWatch(settings, (silentMs) => this.stalled(silentMs));
  }

  /** What runs unasked in this mode. */
  protected abstract unaskedIn(mode: AdapterMode): string[];
  protected abstract stalled(silentMs: number): void;

  protected cancelTurn(): Promise<{ acknowledged: boolean }> {
    const { run } = this;
    if (run === undefined) return Promise.resolve({ acknowledged: false });
    // What has told its end is only made to leave sooner.
    run.isInterrupted ||= run.end === undefined;
    run.process.interrupt();
    run.escalation?.over();
    run.escalation = this.#endAfter(run, this.settings.waits.interruptStepMs);
    return Promise.resolve({ acknowledged: false });
  }

  protected answer(): Promise<void> {
    return Promise.resolve();
  }

  protected override applyMode(mode: AdapterMode): Promise<{ unasked: string[] }> {
    this.mode = mode;
    return Promise.resolve({ unasked: this.unaskedIn(mode) });
  }

  protected override applyModel(model: string): Promise<void> {
    this.config = { ...this.config, model };
    return Promise.resolve();
  }

  protected async stop(): Promise<void> {
    this.isUp = false;
    const { run } = this;
    this.run = undefined;
    this.stall.stop();
    run?.escalation?.over();
    await run?.process.end(this.settings.waits.graceMs);
  }

  protected inspect(): { binaryPath: string; binaryVersion?: string; isProcessAlive: boolean } {
    return { binaryPath: this.binary.path, ...given('binaryVersion', this.version), isProcessAlive: this.isUp };
  }

  /** It said how its turn ended. It may still tidy up; its exit ends the turn. */
  protected finished(run: PromptRun, end: AdapterEventPayloads['STREAM_END']): void {
    if (run.end !== undefined) return;
    run.end = end;
    run.escalation ??= this.#endAfter(run, this.settings.waits.leaveMs);
  }

  protected async exited(run: PromptRun, exit: ProcessExit): Promise<void> {
    run.escalation?.over();
    // Its descendants go with it.
    await run.process.end(this.settings.waits.graceMs);
    if (this.run !== run) return;
    this.run = undefined;
    this.stall.stop();
    // It may complete all the same: what it says of itself counts.
    if (run.isInterrupted && run.end?.outcome !== 'completed')
      return this.endTurn({ outcome: 'interrupted', reason: 'interrupted' });
    const failure = run.end === undefined ? run.fatal : run.end.error;
    if (failure !== undefined) this.out.error(failure);
    if (run.end !== undefined) return this.endTurn(run.end);
    if (failure !== undefined) return this.endTurn({ outcome: 'failed', error: failure });
    this.isUp = false;
    this.crashed(`${this.name} ended without ending its turn: ${exitText(exit)}`);
  }

  #endAfter(run: PromptRun, afterMs: number): Escalation {
    const { startTimer, waits } = this.settings;
    return new Escalation(startTimer, [{ afterMs, act: () => void run.process.end(waits.graceMs) }]);
  }
}
