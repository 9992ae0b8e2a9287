import type { AdapterErrorInfo, AdapterEvent, TokenUsage } from '../port.ts';

/** What a turn amounts to, folded from its events. */
export type TurnSummary = {
  /** The agent's closing words: its own text after the last tool call, sub-agents and retracted blocks left out. */
  text: string;
  usage?: TokenUsage;
  error?: AdapterErrorInfo;
};

export class TurnFold {
  #blocks: Array<{ streamId: string; text: string }> = [];
  #usage: TokenUsage | undefined;
  #error: AdapterErrorInfo | undefined;

  add(event: AdapterEvent): void {
    switch (event.type) {
      case 'BLOCK_END': {
        const { streamId, reasoning, text, parentToolId } = event.payload;
        if (!reasoning && parentToolId === undefined) this.#blocks.push({ streamId, text });
        return;
      }
      case 'TOOL_STARTED':
        if (event.payload.toolCall.parentToolId === undefined) this.#blocks = [];
        return;
      case 'RETRACTED': {
        const { streamIds } = event.payload;
        this.#blocks = this.#blocks.filter((block) => !streamIds.includes(block.streamId));
        return;
      }
      case 'USAGE_UPDATED':
        this.#usage = { ...this.#usage, ...event.payload.usage };
        return;
      case 'ERROR':
        this.#error = event.payload.error;
        return;
      case 'STREAM_END':
        this.#usage = event.payload.usage ?? this.#usage;
        this.#error = event.payload.error ?? (event.payload.outcome === 'failed' ? this.#error : undefined);
        return;
      default:
        return;
    }
  }

  summary(): TurnSummary {
    return {
      text: this.#blocks.map((block) => block.text).join('\n\n'),
      ...(this.#usage === undefined ? {} : { usage: this.#usage }),
      ...(this.#error === undefined ? {} : { error: this.#error }),
    };
  }
}
