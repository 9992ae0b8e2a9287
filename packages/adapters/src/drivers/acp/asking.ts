import { errorInfo } from '../../errors.ts';
import type { EventWriter } from '../../event-writer.ts';
import type { AdapterConfig, AdapterMode } from '../../port.ts';
import type { AcpProfile } from './profile.ts';
import type { SessionSettings } from './session-settings.ts';

/** Putting the mode back more often than this in one turn is a quarrel that nobody wins: then it is only told. */
const maxRestores = 3;

/** The agent has left the mode in which it asks, and whether it could be put back; not tried where the host chose that. */
export type Left = { mode: string; restored: Promise<boolean> | undefined };

/** Sees to it that the agent asks: sets what makes it ask, reads it back, and puts it back when something changed it. */
export class Asking {
  readonly #profile: AcpProfile;
  readonly #config: AdapterConfig;
  /** The host's choice; the agent's own mode stays the one that asks. */
  mode: AdapterMode;
  turnMode: AdapterMode | undefined;
  #settings: SessionSettings | undefined;
  #failure: string | undefined;
  #restores = 0;
  /** The mode into which the host's own lasting answer may lead; `undefined` once it has. */
  #isLeaveGranted = false;
  #granted: string | undefined;
  /** The host chose an answer that lasts, so that what follows need not be asked. */
  #hasLastingYes = false;
  /** What it changed without asking, although it should ask. */
  #unaskedChange: string | undefined;

  constructor(profile: AcpProfile, config: AdapterConfig) {
    this.#profile = profile;
    this.#config = config;
    this.mode = config.mode ?? (config.autoApproveTools === true ? 'act' : 'ask');
  }

  get isUnasked(): boolean {
    return (this.turnMode ?? this.mode) === 'act';
  }

  /** After each start of a session, new or not: some come back in the mode in which they were left. */
  async apply(settings: SessionSettings): Promise<void> {
    this.#settings = settings;
    const { expected } = this;
    this.#failure = expected === undefined ? undefined : await settings.setMode(expected);
    this.#failure ??= await settings.setSwitch();
  }

  /** The host chose an answer of the agent's that lasts: the mode that follows is what was chosen. */
  grantLeave(): void {
    this.#isLeaveGranted = true;
    this.#hasLastingYes = true;
  }

  /** The host wants to be asked again. */
  async askAgain(): Promise<void> {
    this.#isLeaveGranted = false;
    this.#hasLastingYes = false;
    this.#unaskedChange = undefined;
    this.#granted = undefined;
    if (this.#settings !== undefined && !this.#isWhereItShould(this.#settings)) await this.apply(this.#settings);
  }

  /**
   * A call changed a file and nobody was asked. Settings of the user let some through, and versions have forgotten to
   * ask at all: the room must not go on to believe that they do. True the first time, where nothing had told so.
   */
  changedUnasked(title: string): boolean {
    const { approvals, offers } = this.#profile;
    // Whose files the bridge writes was asked by the bridge; who asks under ids of its own may have asked about this one.
    if (this.#hasLastingYes || offers?.files === true || approvals?.requestsHaveOwnIds === true) return false;
    if (this.unasked().length > 0) return false;
    this.#unaskedChange = title;
    return true;
  }

  turnStarted(): void {
    this.#restores = 0;
  }

  /** News of the mode; undefined where the agent is where it should be. */
  modeChanged(mode: string): Left | undefined {
    this.#settings?.modeChanged(mode);
    return this.optionsChanged();
  }

  /** The same after the options were read anew. */
  optionsChanged(): Left | undefined {
    const settings = this.#settings;
    if (settings === undefined || this.#isWhereItShould(settings)) return undefined;
    if (this.#isLeaveGranted) {
      this.#isLeaveGranted = false;
      this.#granted = settings.mode;
      return { mode: settings.mode ?? 'unknown', restored: undefined };
    }
    return { mode: settings.mode ?? 'unknown', restored: this.#restore(settings) };
  }

  #isWhereItShould(settings: SessionSettings): boolean {
    const { expected } = this;
    return (expected === undefined || settings.isIn(expected)) && settings.isSwitched;
  }

  async #restore(settings: SessionSettings): Promise<boolean> {
    this.#restores += 1;
    if (this.#restores > maxRestores) {
      this.#failure = 'it was left again each time';
      return false;
    }
    await this.apply(settings);
    return this.#failure === undefined;
  }

  /** In words for the room; empty where it was read back that whatever changes something asks first. */
  unasked(): string[] {
    if (this.isUnasked) return ['everything: the host lets the agent act without asking'];
    const { permissionMode, askForEverything } = this.#config;
    const found = [...(this.#profile.asking.unasked ?? [])];
    if (permissionMode !== undefined && permissionMode !== this.#profile.asking.mode) {
      found.push(`what its mode "${permissionMode}" lets through`);
    }
    if (this.#granted !== undefined) found.push(`what its mode "${this.#granted}" lets through: the host chose that`);
    if (this.#failure !== undefined)
      found.push(`unknown: the mode in which it asks could not be set (${this.#failure})`);
    if (this.#unaskedChange !== undefined)
      found.push(`changes of files: it made one without asking (${this.#unaskedChange})`);
    if (askForEverything === true) found.push('reads: this agent asks only before it changes something');
    return found;
  }

  get expected(): string | undefined {
    return this.#granted ?? this.#config.permissionMode ?? this.#profile.asking.mode;
  }
}

/** The room hears that the agent left the mode in which it asks, and what became of that. */
export async function tellLeft(
  out: EventWriter,
  name: string,
  left: Left,
  expected: string | undefined,
): Promise<void> {
  out.emit('STATUS', { code: 'permission_mode', text: left.mode });
  if (left.restored === undefined) return;
  if (await left.restored) {
    out.emit('STATUS', { code: 'permission_mode_restored', text: expected ?? '' });
    return;
  }
  const message = `${name} left the mode in which it asks ("${left.mode}").`;
  out.error(errorInfo('PROTOCOL_VIOLATION', { message, fix: 'Interrupt the turn, or restart the agent.' }));
}
