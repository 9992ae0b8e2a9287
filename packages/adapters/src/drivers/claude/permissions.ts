import { type Fields, textAt } from '../../fields.ts';
import type { AdapterConfig, AdapterMode, ToolCall } from '../../port.ts';
import { asks, permissionModeOf } from './arguments.ts';
import type { ControlReply } from './control-channel.ts';
import { unaskedOf } from './unasked.ts';

type Request = (request: Fields) => Promise<ControlReply>;

/** What the agent runs without asking: as it was set, and as it was read back. One per start. */
export class Permissions {
  /** The vendor's mode that the host chose. */
  readonly wanted: string;
  mode: AdapterMode;
  /** Of the running turn, where its prompt says so. */
  turnMode: AdapterMode | undefined;
  #current: string | undefined;
  #asksForEverything = false;
  #rules: Fields | undefined;
  #hasStarted = false;
  readonly #isGateWanted: boolean;
  readonly #isHarmless: NonNullable<AdapterConfig['isHarmless']>;

  constructor(config: AdapterConfig) {
    this.wanted = permissionModeOf(config);
    this.mode = config.autoApproveTools === true ? 'act' : (config.mode ?? 'ask');
    this.#isGateWanted = config.askForEverything === true;
    this.#isHarmless = config.isHarmless ?? (() => false);
  }

  get isUnasked(): boolean {
    return (this.turnMode ?? this.mode) === 'act';
  }

  /** Claude must ask about this call, whatever its own rules and mode say. */
  mustAsk(call: ToolCall): boolean {
    if (!this.#asksForEverything || this.isUnasked || bookkeeping.has(call.toolName)) return false;
    return !this.#isHarmless(call);
  }

  async initialized(answer: Fields, request: Request): Promise<void> {
    this.#current = textAt(answer, 'current_permission_mode');
    this.#asksForEverything = this.#isGateWanted && answer['hooks_applied'] === true;
    await this.readBack(request);
    this.#hasStarted = true;
  }

  async readBack(request: Request): Promise<void> {
    if (this.#current !== undefined && this.#current !== this.wanted) await this.restore(request);
    const reply = await request({ subtype: 'list_permission_rules' });
    this.#rules = reply.ok ? reply.response : undefined;
  }

  async restore(request: Request): Promise<string | undefined> {
    // A plan that was accepted ends the planning: back to planning would undo the acceptance.
    const mode = this.wanted === 'plan' && this.#hasStarted ? 'default' : this.wanted;
    const reply = await request({ subtype: 'set_permission_mode', mode });
    if (reply.ok) this.#current = textAt(reply.response, 'mode') ?? this.#current;
    return this.#current;
  }

  /** The agent's mode changed, by whomever; `widened`: more runs unasked than the host chose. */
  changed(mode: string): 'same' | 'told' | 'widened' {
    const isFirst = this.#current === undefined;
    if (mode === this.#current) return 'same';
    this.#current = mode;
    if (isFirst && mode === this.wanted) return 'same';
    return asks(mode) || mode === this.wanted ? 'told' : 'widened';
  }

  unasked(): string[] {
    return unaskedOf({
      mode: this.mode,
      permissionMode: this.#current ?? this.wanted,
      asksForEverything: this.#asksForEverything,
      isGateWanted: this.#isGateWanted,
      rules: this.#rules,
    });
  }
}

/** These change nothing but the agent's own notes, or ask people anyway. */
const bookkeeping: ReadonlySet<string> = new Set([
  'TodoWrite',
  'TaskCreate',
  'TaskGet',
  'TaskList',
  'TaskUpdate',
  'ToolSearch',
  'AskUserQuestion',
  'EnterPlanMode',
  'ExitPlanMode',
]);
