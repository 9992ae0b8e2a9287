import { randomUUID } from 'node:crypto';
import type { ModelBlock, ModelStep } from '@collagility/fixtures/agents/claude/model-step.ts';
import { type Json, piecesOf } from './scripted-http.ts';

const usage = { cache_creation_input_tokens: 0, cache_read_input_tokens: 0, service_tier: 'standard' };

const inputTokensOf = ({ inputTokens = 100 }: ModelStep): number => inputTokens;

/** One answer as the Messages API gives it whole. */
export function messageOf(step: ModelStep, model: unknown): Json & { content: Json[] } {
  const content = (step.content ?? [{ type: 'text', text: 'done' }]).map(blockOf);
  return {
    id: `msg_${randomUUID().replaceAll('-', '')}`,
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: content.some((block) => block['type'] === 'tool_use') ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { ...usage, input_tokens: inputTokensOf(step), output_tokens: 20 },
  };
}

function blockOf(block: ModelBlock): Json {
  if (block.type === 'thinking') return { ...block, signature: 'c2lnbmF0dXJl' };
  return block.type === 'tool_use' ? { id: `toolu_${randomUUID().replaceAll('-', '')}`, ...block } : { ...block };
}

/** The same answer as server-sent events. */
export function* eventsOf(message: Json & { content: Json[] }, step: ModelStep): Generator<Json & { type: string }> {
  const begin = {
    ...message,
    content: [],
    stop_reason: null,
    usage: { ...usage, input_tokens: inputTokensOf(step), output_tokens: 1 },
  };
  yield { type: 'message_start', message: begin };
  for (const [index, block] of message.content.entries()) {
    yield { type: 'content_block_start', index, content_block: emptyBlock(block) };
    for (const delta of deltasOf(block, step.chunkSize)) yield { type: 'content_block_delta', index, delta };
    yield { type: 'content_block_stop', index };
  }
  const end = { stop_reason: message['stop_reason'], stop_sequence: null };
  yield { type: 'message_delta', delta: end, usage: { output_tokens: 20 } };
  yield { type: 'message_stop' };
}

function emptyBlock(block: Json): Json {
  if (block['type'] === 'text') return { type: 'text', text: '' };
  if (block['type'] === 'thinking') return { type: 'thinking', thinking: '', signature: '' };
  return { ...block, input: {} };
}

function* deltasOf(block: Json, size: number | undefined): Generator<Json> {
  switch (block['type']) {
    case 'text':
      for (const text of piecesOf(String(block['text']), size)) yield { type: 'text_delta', text };
      return;
    case 'thinking':
      for (const thinking of piecesOf(String(block['thinking']), size)) yield { type: 'thinking_delta', thinking };
      yield { type: 'signature_delta', signature: block['signature'] };
      return;
    default:
      for (const partial_json of piecesOf(JSON.stringify(block['input']), size)) {
        yield { type: 'input_json_delta', partial_json };
      }
  }
}
