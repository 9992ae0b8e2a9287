import { type CapabilityRow, knownLimitation, required, unsupported } from '../../capabilities.ts';

const asksNobody = 'It asks nobody: what would need a permission is refused by it, and shown.';

/** `agy` with JSON lines both ways, from what is public of it: one process for each prompt, nobody asked. */
export const agyRow: CapabilityRow = {
  provider: 'agy',
  name: 'Antigravity CLI',
  resume: 'native',
  restart: 'session_survives',
  credentialScope: 'the login of Antigravity on the host’s computer, or its Gemini key',
  unproven:
    'Its program is not in a package registry and needs a login: it was never run here, only a fake made from what is public of it.',
  expectations: {
    tools: required('Every step of a tool; one that it refused is told as a status.'),
    resume: required('`--conversation`.'),
    fork: unsupported('Not offered.'),
    forkAt: unsupported('Not offered.'),
    revert: unsupported('Not offered by the agent.'),
    cancellationDispatch: required('The interrupt signal, then the end of the process.'),
    cancellationAck: unsupported('The signal has no answer.'),
    pinnedProcess: unsupported('One process for each prompt.'),
    modelSwitching: required('`--model` with the next prompt.'),
    effort: unsupported('Not offered.'),
    modeSwitching: knownLimitation('In `act` its own checks are off, for the next prompt; it never asks.'),
    steering: unsupported('Not known to be read while it works.'),
    interactiveApprovals: unsupported(`${asksNobody} Its ACP server (\`--agent antigravity\`) asks.`),
    asksByDefault: unsupported(asksNobody),
    inputEdit: unsupported(asksNobody),
    denyFeedback: unsupported(asksNobody),
    questions: unsupported(asksNobody),
    planReview: unsupported(asksNobody),
    reasoningStream: unsupported('Not known to be told.'),
    partialText: required('As differences.'),
    images: unsupported('Not known to be taken.'),
    contextFiles: required('As text before the prompt.'),
    slashCommands: unsupported('Its own are known to its terminal only.'),
    systemPromptOverlay: unsupported('Only by files of the workspace.'),
    mcpPassThrough: unsupported('Only by its own settings.'),
    structuredOutput: unsupported('Not offered through the room.'),
    usage: required('With the end of each turn.'),
    cost: unsupported('Not reported.'),
    fileChanges: unsupported('Not told; the room’s diffs come from git.'),
    artifacts: unsupported('Not reported.'),
    sandbox: unsupported('Not known.'),
  },
};
