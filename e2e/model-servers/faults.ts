import type { ProviderFault } from '@collagility/adapters/provider-faults';
import type { ModelStep } from '@collagility/fixtures/agents/claude/model-step.ts';

export type ModelApi = 'anthropic' | 'responses' | 'chat' | 'plainChat' | 'gemini';

const seconds = 3600;
const text = 'These words come, and then nothing comes any more. '.repeat(8);
const cut = (how: 'destroy' | 'stall'): ModelStep => ({
  content: [{ type: 'text', text }],
  chunkSize: 20,
  cut: { afterEvents: 8, how },
});
const error = (status: number, type: string, message: string, headers?: Record<string, string>): ModelStep => ({
  error: { status, type, message, ...(headers === undefined ? {} : { headers }) },
});

/** Each fault as this provider tells of it. `unreachable` is no answer at all, and the server plays it. */
export function faultStep(api: ModelApi, fault: Exclude<ProviderFault, 'unreachable'>): ModelStep {
  if (fault === 'cutStream') return cut('destroy');
  if (fault === 'stalledStream') return cut('stall');
  return words[api === 'plainChat' ? 'chat' : api][fault];
}

type Worded = Exclude<ProviderFault, 'unreachable' | 'cutStream' | 'stalledStream'>;

const resetHeaders = {
  'retry-after': String(seconds),
  'anthropic-ratelimit-unified-status': 'rejected',
  'anthropic-ratelimit-unified-reset': '1900000000',
};

const openai: Record<Worded, ModelStep> = {
  keyRefused: error(
    401,
    'invalid_api_key',
    'Incorrect API key provided: dummy. You can find your key in the settings.',
  ),
  rateLimited: error(429, 'rate_limit_exceeded', 'Rate limit reached for requests.'),
  rateLimitedUntil: error(429, 'rate_limit_exceeded', 'Rate limit reached for requests. Please try again in 1h.', {
    'retry-after': String(seconds),
  }),
  serverError: error(500, 'server_error', 'The server had an error while processing your request.'),
  overloaded: error(503, 'server_is_overloaded', 'The engine is currently overloaded, please try again later.'),
  contextFull: error(
    400,
    'context_length_exceeded',
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 250000 tokens.",
  ),
};

const words: Record<Exclude<ModelApi, 'plainChat'>, Record<Worded, ModelStep>> = {
  anthropic: {
    keyRefused: error(401, 'authentication_error', 'invalid x-api-key'),
    rateLimited: error(429, 'rate_limit_error', 'This request would exceed your rate limit.'),
    rateLimitedUntil: error(429, 'rate_limit_error', 'This request would exceed your rate limit.', resetHeaders),
    serverError: error(500, 'api_error', 'Internal server error'),
    overloaded: error(529, 'overloaded_error', 'Overloaded'),
    contextFull: error(400, 'invalid_request_error', 'prompt is too long: 250000 tokens > 200000 maximum'),
  },
  chat: openai,
  responses: {
    ...openai,
    // Told in the stream, as this API does.
    contextFull: error(200, 'context_length_exceeded', 'Your input exceeds the context window of this model.'),
  },
  gemini: {
    keyRefused: error(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.'),
    rateLimited: error(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).'),
    rateLimitedUntil: error(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded for requests per minute. Please retry in 55s.'),
    serverError: error(500, 'INTERNAL', 'An internal error has occurred.'),
    overloaded: error(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
    contextFull: error(
      400,
      'INVALID_ARGUMENT',
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    ),
  },
};
