import { errorInfo } from '../../errors.ts';
import type { EventWriter } from '../../event-writer.ts';
import { type Fields, fieldsAt, hasFieldsAt, objectsAt, textAt } from '../../fields.ts';
import { failureOfText } from './failures.ts';
import type { AcpProfile } from './profile.ts';
import { planEntries, type ToolCalls } from './tool-calls.ts';
import type { UsageMeter } from './usage.ts';

interface DecoderListener {
  onMode(mode: string): void;
  onOptions(update: Fields): void;
  /** A failure that the agent tells as text. */
  onTextFailure(text: string): void;
}

export interface DecoderOptions {
  out: EventWriter;
  profile: AcpProfile;
  tools: ToolCalls;
  usage: UsageMeter;
  newBlockId(): string;
  listener: DecoderListener;
}

/** A diagnostics entry is looked at by people; more than this is not. */
const maxRawUnits = 4_096;

/** What the agent says of its session, as events. What is not understood is kept for diagnostics, never shown. */
export class AcpDecoder {
  readonly #options: DecoderOptions;
  #block: { streamId: string; reasoning: boolean; messageId: string | undefined } | undefined;
  #hasSpoken = false;

  constructor(options: DecoderOptions) {
    this.#options = options;
  }

  /** Anything that the room saw came in this turn. */
  get hasSpoken(): boolean {
    return this.#hasSpoken;
  }

  turnStarted(): void {
    this.#hasSpoken = false;
  }

  /** Text and tool calls after it are a new block. */
  endBlock(): void {
    if (this.#block !== undefined) this.#options.out.endBlock(this.#block.streamId);
    this.#block = undefined;
  }

  /** What is open stays open for whoever ends the turn: it is not whole. */
  dropBlock(): void {
    this.#block = undefined;
  }

  decode(update: Fields): void {
    const { out, tools, usage, listener } = this.#options;
    switch (textAt(update, 'sessionUpdate')) {
      case 'agent_message_chunk':
        this.#text(update, false);
        return;
      case 'agent_thought_chunk':
        this.#text(update, true);
        return;
      case 'tool_call':
      case 'tool_call_update': {
        this.#hasSpoken = true;
        const isAnnounced = textAt(update, 'sessionUpdate') === 'tool_call';
        const isOver = ['completed', 'failed'].includes(textAt(update, 'status') ?? '');
        if (tools.isNew(update) || isOver) this.endBlock();
        tools.see(update, isAnnounced ? 'announced' : 'update');
        return;
      }
      case 'plan':
        out.emit('PLAN_UPDATED', { entries: planEntries(objectsAt(update, 'entries'), 'content') });
        return;
      case 'usage_update':
        out.emit('USAGE_UPDATED', { usage: usage.update(update) });
        return;
      case 'current_mode_update':
        listener.onMode(textAt(update, 'currentModeId') ?? textAt(update, 'modeId') ?? '');
        return;
      case 'config_option_update':
        listener.onOptions(update);
        return;
      case 'compaction_update':
        out.emit('STATUS', { code: 'compacting', text: textAt(update, 'status') ?? 'The conversation is compacted.' });
        return;
      case 'notice':
        this.#notice(update);
        return;
      case 'available_commands_update':
        out.emit('COMMANDS_CHANGED', { commands: commandNames(update) });
        return;
      // Our own prompt, a title of the session: nothing that the room needs.
      case 'user_message_chunk':
      case 'session_info_update':
        return;
      default:
        out.emit('RAW', {
          nativeType: `session/update/${textAt(update, 'sessionUpdate') ?? 'untyped'}`,
          text: withoutVendorFacts(update),
        });
    }
  }

  #text(update: Fields, reasoning: boolean): void {
    const { out, profile, usage, listener } = this.#options;
    const calls = hasFieldsAt(update, '_meta')
      ? usage.addCall(fieldsAt(fieldsAt(update, '_meta'), 'usage'))
      : undefined;
    if (calls !== undefined) out.emit('USAGE_UPDATED', { usage: calls });
    const content = fieldsAt(update, 'content');
    if (textAt(content, 'type') !== 'text' && textAt(content, 'text') === undefined) {
      out.emit('RAW', { nativeType: `content/${textAt(content, 'type') ?? 'untyped'}`, text: '' });
      return;
    }
    const text = textAt(content, 'text') ?? '';
    // A chunk without text only carries facts.
    if (text === '') return;
    const mode = reasoning ? undefined : profile.text?.modeNews?.exec(text)?.[1];
    if (mode !== undefined) {
      listener.onMode(mode);
      return;
    }
    if (!reasoning && profile.text?.preamble?.test(text) === true) {
      out.emit('RAW', { nativeType: 'preamble', text: text.slice(0, maxRawUnits) });
      return;
    }
    this.#hasSpoken = true;
    if (!reasoning && this.#isErrorNews(text) && !isGenuine(update, profile)) {
      out.error(failureOfText(text, profile));
      listener.onTextFailure(text);
      // The error says it, without the addresses and keys that such a text may hold.
      return;
    }
    this.#append(text, reasoning, textAt(update, 'messageId'));
  }

  #isErrorNews(text: string): boolean {
    const { errorNews, errorOpening } = this.#options.profile.text ?? {};
    // A piece of an answer begins anywhere in it.
    const isInside = this.#block?.reasoning === false;
    return errorNews?.test(text) === true || (!isInside && errorOpening?.test(text) === true);
  }

  #append(text: string, reasoning: boolean, messageId: string | undefined): void {
    const { out, newBlockId } = this.#options;
    const isSame =
      this.#block !== undefined && this.#block.reasoning === reasoning && this.#block.messageId === messageId;
    if (!isSame) this.endBlock();
    this.#block ??= { streamId: newBlockId(), reasoning, messageId };
    out.addChunk(this.#block.streamId, text, { reasoning });
  }

  #notice(update: Fields): void {
    const { out, profile } = this.#options;
    const text = [textAt(update, 'title'), textAt(update, 'description')]
      .filter((part) => part !== undefined)
      .join(': ');
    if (textAt(update, 'severity') !== 'error') out.emit('STATUS', { code: 'notice', text });
    else out.error(text === '' ? errorInfo('PROTOCOL_VIOLATION') : failureOfText(text, profile));
  }
}

/** A list without an end is cut: nobody looks through more. */
const maxCommands = 1_000;

const commandNames = (update: Fields): string[] =>
  objectsAt(update, 'availableCommands')
    .slice(0, maxCommands)
    .flatMap((command) => textAt(command, 'name') ?? []);

function isGenuine(update: Fields, profile: AcpProfile): boolean {
  const path = profile.text?.genuineMeta;
  if (path === undefined) return false;
  let at: unknown = fieldsAt(update, '_meta');
  for (const key of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined;
  return at !== undefined;
}

/** `_meta` holds host names, ids and places, `rawOutput` whole files: neither leaves the driver. */
export function withoutVendorFacts(value: unknown): string {
  const text = JSON.stringify(value, (key, part: unknown) =>
    key === '_meta' || key === 'rawOutput' ? undefined : part,
  );
  return (text ?? '').slice(0, maxRawUnits);
}
