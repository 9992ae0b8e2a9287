import { randomUUID } from 'node:crypto';
import type { ModelBlock, ModelStep } from '@collagility/fixtures/agents/claude/model-step.ts';
import { type Json, piecesOf } from './scripted-http.ts';

type ResponseEvent = Json & { type: string };

const usage = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 20 },
  output_tokens: 20,
  output_tokens_details: { reasoning_tokens: 5 },
  total_tokens: 120,
};

const newId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll('-', '')}`;

/** One answer as the Responses API streams it. A tool that takes free text is called with `input`, as `apply_patch`. */
export function* eventsOf(step: ModelStep, model: unknown): Generator<ResponseEvent> {
  const response = { id: newId('resp'), object: 'response', status: 'in_progress', model, output: [] as Json[] };
  yield { type: 'response.created', response };
  const blocks = step.content ?? [{ type: 'text' as const, text: 'done' }];
  for (const [index, block] of blocks.entries()) {
    const item = yield* itemEvents(block, index, step.chunkSize);
    response.output.push(item);
  }
  yield { type: 'response.completed', response: { ...response, status: 'completed', usage } };
}

/** The stream says that the answer failed. */
export const failedEvent = ({ type: code, message }: { type: string; message: string }): ResponseEvent => ({
  type: 'response.failed',
  response: { id: newId('resp'), status: 'failed', error: { code, message } },
});

function* itemEvents(block: ModelBlock, index: number, size: number | undefined): Generator<ResponseEvent, Json> {
  const at = { output_index: index };
  switch (block.type) {
    case 'text': {
      const item = { type: 'message', id: newId('msg'), role: 'assistant' };
      const place = { ...at, item_id: item.id, content_index: 0 };
      yield { type: 'response.output_item.added', ...at, item: { ...item, content: [] } };
      for (const delta of piecesOf(block.text, size)) yield { type: 'response.output_text.delta', ...place, delta };
      const done = { ...item, content: [{ type: 'output_text', text: block.text, annotations: [] }] };
      yield { type: 'response.output_item.done', ...at, item: done };
      return done;
    }
    case 'thinking': {
      const item = { type: 'reasoning', id: newId('rs'), summary: [] };
      const place = { ...at, item_id: item.id, summary_index: 0 };
      yield { type: 'response.output_item.added', ...at, item };
      yield { type: 'response.reasoning_summary_part.added', ...place, part: { type: 'summary_text', text: '' } };
      for (const delta of piecesOf(block.thinking, size)) {
        yield { type: 'response.reasoning_summary_text.delta', ...place, delta };
      }
      const done = { ...item, summary: [{ type: 'summary_text', text: block.thinking }], encrypted_content: null };
      yield { type: 'response.output_item.done', ...at, item: done };
      return done;
    }
    default: {
      const namespace = block.namespace === undefined ? {} : { namespace: block.namespace };
      const call = { call_id: newId('call'), name: block.name, ...namespace };
      const free = block.input['input'];
      const done =
        typeof free === 'string'
          ? { type: 'custom_tool_call', id: newId('ctc'), ...call, input: free }
          : { type: 'function_call', id: newId('fc'), ...call, arguments: JSON.stringify(block.input) };
      yield { type: 'response.output_item.added', ...at, item: done };
      yield { type: 'response.output_item.done', ...at, item: done };
      return done;
    }
  }
}
