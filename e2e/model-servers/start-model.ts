import { startModelServer } from './anthropic.ts';
import type { ModelApi } from './faults.ts';
import { startGeminiServer } from './gemini.ts';
import { startChatServer, startPlainChatServer } from './openai-chat.ts';
import { startResponsesServer } from './openai-responses.ts';
import type { ModelServer } from './scripted-http.ts';

/** A scripted model that speaks this API. */
export const startModel: Readonly<Record<ModelApi, () => Promise<ModelServer>>> = {
  anthropic: startModelServer,
  responses: startResponsesServer,
  chat: () => startChatServer(),
  plainChat: startPlainChatServer,
  gemini: startGeminiServer,
};
