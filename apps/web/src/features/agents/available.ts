import * as v from 'valibot';

const Available = v.object({
  provider: v.string(),
  name: v.string(),
  installed: v.boolean(),
  loggedIn: v.optional(v.boolean()),
  version: v.optional(v.string()),
  fix: v.optional(v.string()),
});
export type AvailableAgent = v.InferOutput<typeof Available>;

const Answer = v.object({ result: v.object({ agents: v.array(Available) }) });

/** What the host answered: what can be started first, then what is missing something. */
export function availableIn(outcome: unknown): AvailableAgent[] {
  const parsed = v.safeParse(Answer, outcome);
  if (!parsed.success) return [];
  const isReady = ({ installed, loggedIn }: AvailableAgent) => installed && loggedIn !== false;
  const { agents } = parsed.output.result;
  return [...agents.filter(isReady), ...agents.filter((agent) => !isReady(agent))];
}
