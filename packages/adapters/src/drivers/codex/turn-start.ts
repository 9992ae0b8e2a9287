import { type Fields, given } from '../../fields.ts';
import type { PromptPayload } from '../../port.ts';
import { type Policy, policyParams } from './policies.ts';
import { inputOf } from './wire.ts';

const compactCommand = '/compact';

/** How a prompt begins a turn: with its policy each time, or as the one command that has a request of its own. */
export function turnStartOf(
  prompt: PromptPayload,
  threadId: string,
  policy: Policy,
  { model, effort }: { model?: string; effort?: string },
): { method: string; params: Fields } {
  if (prompt.mayCommand === true && prompt.text.trim() === compactCommand)
    return { method: 'thread/compact/start', params: { threadId } };
  const params = {
    threadId,
    input: inputOf(prompt),
    clientUserMessageId: prompt.promptId,
    ...policyParams(policy),
    ...given('model', model),
    ...given('effort', effort),
  };
  return { method: 'turn/start', params };
}
