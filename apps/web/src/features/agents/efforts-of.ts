import type { AgentState } from '@collagility/protocol/state';

/** How hard the agent can be told to think: what its present model offers, else what it offers whatever the model. */
export const effortsOf = ({ models, model, efforts }: AgentState): readonly string[] =>
  models?.find(({ id }) => id === model)?.efforts ?? efforts ?? [];
