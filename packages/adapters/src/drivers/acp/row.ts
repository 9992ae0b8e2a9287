import {
  type CapabilityKey,
  type CapabilityRow,
  type Expectation,
  knownLimitation,
  required,
  unsupported,
} from '../../capabilities.ts';
import type { FaultReadings } from '../../provider-faults.ts';

/** What the protocol and this driver give with every agent; a profile says where its agent differs. */
const base: Readonly<Record<CapabilityKey, Expectation>> = {
  tools: required('`tool_call` and `tool_call_update`, put together by id.'),
  resume: required('`session/resume` or `session/load`.'),
  fork: unsupported('Not announced by the agent.'),
  forkAt: unsupported('`session/fork` copies the whole session.'),
  revert: unsupported('The protocol has no way to take turns back.'),
  cancellationDispatch: required('`session/cancel`, then the end of the process.'),
  cancellationAck: required('The prompt is answered.'),
  pinnedProcess: unsupported('Sessions are files of the agent; any process of it can go on with one.'),
  modelSwitching: required('`session/set_config_option` or `session/set_model`.'),
  effort: knownLimitation('Where the agent offers it as an option of its session.'),
  modeSwitching: required('The driver answers for the host; the agent’s own mode stays the one that asks.'),
  steering: unsupported('The protocol has no text into a running turn.'),
  interactiveApprovals: required('`session/request_permission`, answered by the exact option.'),
  asksByDefault: knownLimitation('Its own settings may say otherwise, so the mode is always set and read back.'),
  inputEdit: unsupported('The protocol has no changed input.'),
  denyFeedback: unsupported('The protocol has no words with a refusal.'),
  questions: unsupported('Not offered to the agent.'),
  planReview: unsupported('Not announced by the agent.'),
  reasoningStream: required('`agent_thought_chunk`.'),
  partialText: required('`agent_message_chunk`.'),
  images: required('Image blocks.'),
  contextFiles: required('Named in the prompt’s text.'),
  slashCommands: knownLimitation('Commands of the agent run for the host only; listed once the agent has told them.'),
  systemPromptOverlay: unsupported('The protocol has no addition to the system prompt.'),
  mcpPassThrough: required('`mcpServers` of the session.'),
  structuredOutput: unsupported('Not offered through the room.'),
  usage: required('With the prompt’s result.'),
  cost: unsupported('Not reported.'),
  fileChanges: required('Diff blocks of tool calls.'),
  artifacts: unsupported('Not reported.'),
  sandbox: unsupported('Not offered through the room.'),
};

export interface RowFacts {
  provider: string;
  name: string;
  credentialScope: string;
  differs?: Partial<Record<CapabilityKey, Expectation>>;
  faults?: FaultReadings;
  /** Why nothing of this row was seen with the real program. */
  unproven?: string;
}

export function acpRow(facts: RowFacts): CapabilityRow {
  const expectations = { ...base, ...facts.differs };
  if (expectations.fork.status === 'unsupported') expectations.forkAt = unsupported('It copies no sessions at all.');
  return {
    provider: facts.provider,
    name: facts.name,
    resume: expectations.resume.status === 'unsupported' ? 'none' : 'native',
    restart: expectations.resume.status === 'unsupported' ? 'session_lost' : 'session_survives',
    credentialScope: facts.credentialScope,
    expectations,
    ...(facts.unproven === undefined ? {} : { unproven: facts.unproven }),
    ...(facts.faults === undefined ? {} : { faults: facts.faults }),
  };
}

/** A row of which nothing was run: what the protocol would give is a hope until it was. */
export function unprovenRow(facts: RowFacts & { unproven: string }): CapabilityRow {
  const fork = required('`session/fork`, of those that announce it.');
  const row = acpRow({ ...facts, differs: { fork, ...facts.differs } });
  const weaken = (expectation: Expectation): Expectation =>
    expectation.status === 'required'
      ? knownLimitation(`${expectation.reason} Not tried: ${facts.unproven}`)
      : expectation;
  const expectations = { ...row.expectations };
  for (const key of Object.keys(expectations).filter((key): key is CapabilityKey => key in expectations)) {
    // What the driver itself does holds whatever the agent is; the rest is not claimed.
    if (!ownKeys.has(key)) expectations[key] = weaken(expectations[key]);
  }
  return { ...row, expectations };
}

const ownKeys: ReadonlySet<CapabilityKey> = new Set(['interactiveApprovals', 'cancellationDispatch', 'modeSwitching']);
