import { type Fields, fieldsAt, given, isFields, objectsAt, textAt } from '../../fields.ts';
import type { RpcReply } from '../../json-rpc.ts';
import type { AgentModel } from '../../port.ts';
import { refusalWords } from './failures.ts';
import type { AcpProfile } from './profile.ts';

export type Ask = (method: string, params: Fields) => Promise<RpcReply>;

type Option = { id: string; category: string | undefined; value: string | undefined; values: string[] };

/** Modes, models and options of one session: what the agent said last, and how each is changed. */
export class SessionSettings {
  readonly #profile: AcpProfile;
  readonly #sessionId: string;
  readonly #ask: Ask;
  #modes: string[] = [];
  #mode: string | undefined;
  #models: AgentModel[] = [];
  #model: string | undefined;
  #options: Option[] = [];

  constructor(profile: AcpProfile, sessionId: string, ask: Ask) {
    this.#profile = profile;
    this.#sessionId = sessionId;
    this.#ask = ask;
  }

  get mode(): string | undefined {
    return this.#mode ?? this.#ofCategory('mode')?.value;
  }

  get model(): string | undefined {
    return this.#model ?? this.#ofCategory('model')?.value;
  }

  get models(): AgentModel[] {
    return this.#models.length > 0 ? this.#models : (this.#ofCategory('model')?.values ?? []).map((id) => ({ id }));
  }

  /** How hard it thinks, where it has such an option. */
  get effort(): { value: string | undefined; values: string[] } | undefined {
    return this.#effort && { value: this.#effort.value, values: this.#effort.values };
  }

  /** The answer to `session/new`, `load`, `resume` or `fork`; what is not in it stays as it was. */
  read(result: Fields): void {
    const modes = fieldsAt(result, 'modes');
    if (textAt(modes, 'currentModeId') !== undefined) {
      this.#mode = textAt(modes, 'currentModeId');
      this.#modes = objectsAt(modes, 'availableModes').flatMap((mode) => textAt(mode, 'id') ?? []);
    }
    const models = fieldsAt(result, 'models');
    if (textAt(models, 'currentModelId') !== undefined) {
      this.#model = textAt(models, 'currentModelId');
      this.#models = objectsAt(models, 'availableModels').flatMap((model): AgentModel[] => {
        const id = textAt(model, 'modelId');
        if (id === undefined) return [];
        return [{ id, ...given('name', textAt(model, 'name')), ...given('description', textAt(model, 'description')) }];
      });
    }
    this.readOptions(result);
  }

  readOptions(holder: Fields): void {
    if (!Array.isArray(holder['configOptions'])) return;
    this.#options = objectsAt(holder, 'configOptions').map((option) => ({
      id: textAt(option, 'id') ?? '',
      category: textAt(option, 'category') ?? textAt(option, 'id'),
      value: currentValueOf(option['currentValue']),
      values: objectsAt(option, 'options').flatMap((one) => textAt(one, 'value') ?? []),
    }));
    const [mode, model] = [this.#ofCategory('mode'), this.#ofCategory('model')];
    if (this.#mode !== undefined && mode?.value !== undefined) this.#mode = mode.value;
    if (this.#model !== undefined && model?.value !== undefined) this.#model = model.value;
  }

  modeChanged(mode: string): void {
    this.#mode = mode;
  }

  /** Whether the agent is in this mode, as far as it says. */
  isIn(mode: string): boolean {
    return this.mode === this.#full(mode);
  }

  /** Sets the mode and reads it back; undefined where that worked, else why not. */
  async setMode(mode: string): Promise<string | undefined> {
    const modeId = this.#full(mode);
    if (this.mode === modeId) return undefined;
    const reply = await this.#ask('session/set_mode', { sessionId: this.#sessionId, modeId });
    if (!reply.ok && reply.reason === 'refused' && this.#ofCategory('mode') !== undefined) {
      return this.#setOption(this.#ofCategory('mode'), modeId);
    }
    if (!reply.ok) return reply.reason === 'refused' ? reply.error.message : reply.message;
    // Not all of them tell: a "yes" to the exact id counts where nothing said otherwise since.
    this.#mode = modeId;
    return undefined;
  }

  /** The profile's switch stands as it should, where the agent has it. */
  get isSwitched(): boolean {
    const wanted = this.#profile.asking.option;
    const option = this.#options.find(({ id }) => id === wanted?.id);
    return option === undefined || option.value === wanted?.value;
  }

  /** Sets the profile's switch, where the agent has it. */
  async setSwitch(): Promise<string | undefined> {
    const wanted = this.#profile.asking.option;
    const option = this.#options.find(({ id }) => id === wanted?.id);
    if (wanted === undefined || option === undefined || option.value === wanted.value) return undefined;
    return this.#setOption(option, wanted.value);
  }

  /** Undefined where it worked. `unsupported`: this agent has no models to change to. */
  async setModel(model: string): Promise<{ reason: 'refused' | 'unsupported'; message: string } | undefined> {
    const option = this.#ofCategory('model');
    if (option !== undefined) {
      const message = await this.#setOption(option, model);
      return message === undefined ? undefined : { reason: 'refused', message };
    }
    if (this.#model === undefined) return { reason: 'unsupported', message: 'This agent lists no models.' };
    const reply = await this.#ask('session/set_model', { sessionId: this.#sessionId, modelId: model });
    if (reply.ok) {
      this.#model = model;
      return undefined;
    }
    if (reply.reason !== 'refused') return { reason: 'unsupported', message: reply.message };
    return { reason: 'refused', message: reply.error.message };
  }

  async setEffort(effort: string): Promise<string | undefined> {
    return this.#setOption(this.#effort, effort);
  }

  get #effort(): Option | undefined {
    return this.#ofCategory('thought_level') ?? this.#ofCategory('effort');
  }

  async #setOption(option: Option | undefined, value: string): Promise<string | undefined> {
    if (option === undefined) return 'The agent has no such option.';
    const params = { sessionId: this.#sessionId, configId: option.id, value };
    const reply = await this.#ask('session/set_config_option', params);
    if (!reply.ok) return reply.reason === 'refused' ? refusalWords(reply.error) : reply.message;
    this.readOptions(isFields(reply.result) ? reply.result : {});
    const now = this.#options.find(({ id }) => id === option.id)?.value;
    return now === value ? undefined : `The agent says "${now ?? 'nothing'}" after "${value}" was set.`;
  }

  #ofCategory(category: string): Option | undefined {
    return this.#options.find((option) => option.category === category);
  }

  /** Some vendors spell their modes as addresses. */
  #full(mode: string): string {
    if (this.#profile.asking.modeIsAddress !== true) return mode;
    const known = [...this.#modes, ...(this.#ofCategory('mode')?.values ?? [])];
    return known.find((one) => one.endsWith(`#${mode}`)) ?? mode;
  }
}

const currentValueOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'boolean' ? String(value) : undefined;
