import type { Fields } from '../../fields.ts';
import type { AdapterConfig, AdapterMode } from '../../port.ts';
import { type Policy, policyOf, widened } from './policies.ts';

/** What Codex runs without asking: as it was set, and as it was read back. One per start. */
export class Permissions {
  readonly #config: AdapterConfig;
  /** Of the running turn, where its prompt says so. */
  #turnMode: AdapterMode | undefined;
  #mode: AdapterMode;
  #rules: readonly string[] = [];
  #widened: readonly string[] = [];

  constructor(config: AdapterConfig) {
    this.#config = config;
    this.#mode = config.autoApproveTools === true ? 'act' : (config.mode ?? 'ask');
  }

  set mode(mode: AdapterMode) {
    this.#mode = mode;
    this.#turnMode = undefined;
  }

  set turnMode(mode: AdapterMode | undefined) {
    this.#turnMode = mode;
  }

  /** What Codex keeps by the host's own lasting answer. */
  addRule(text: string): void {
    this.#rules = [...this.#rules, text];
  }

  set rules(rules: readonly string[]) {
    this.#rules = rules;
  }

  get isUnasked(): boolean {
    return (this.#turnMode ?? this.#mode) === 'act';
  }

  get policy(): Policy {
    return policyOf(this.#config, this.#turnMode ?? this.#mode);
  }

  /** Reads what holds, as Codex said; true where more runs unasked than the host chose. */
  read(settings: Fields): boolean {
    this.#widened = widened(settings, this.policy);
    return this.#widened.length > 0;
  }

  /** In words for the room; empty where it was read back that whatever changes something asks first. */
  unasked(): string[] {
    const { unasked } = policyOf(this.#config, this.#mode);
    return this.#mode === 'act' ? [...unasked] : [...unasked, ...this.#widened, ...this.#rules];
  }
}
