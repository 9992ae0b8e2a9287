import { type CapabilityRow, knownLimitation, required, unsupported } from '../../capabilities.ts';
import { waits } from '../../provider-faults.ts';

const asksNobody = 'It runs unattended and asks nobody: what would need an answer is refused.';

/** `codex exec --json`, as measured with 0.171.0: one process for each prompt, nobody asked. */
export const codexExecRow: CapabilityRow = {
  provider: 'codex-exec',
  name: 'Codex, unattended',
  resume: 'native',
  restart: 'session_survives',
  credentialScope: 'the login or provider of Codex on the host’s computer',
  expectations: {
    tools: required('Every command, edit and tool call that ran; one that was refused is told as a status.'),
    resume: required('`codex exec resume`.'),
    fork: unsupported('Not offered.'),
    forkAt: unsupported('Not offered.'),
    revert: unsupported('Not offered by the agent.'),
    cancellationDispatch: required('The interrupt signal, then the end of the process.'),
    cancellationAck: unsupported('The signal has no answer; the process ends.'),
    pinnedProcess: unsupported('One process for each prompt.'),
    modelSwitching: required('Given with each prompt.'),
    effort: unsupported('Not offered through this driver.'),
    modeSwitching: knownLimitation('Read-only or the workspace’s sandbox with the next prompt; it never asks.'),
    steering: unsupported('Its input is closed while it runs.'),
    interactiveApprovals: unsupported(asksNobody),
    asksByDefault: unsupported(asksNobody),
    inputEdit: unsupported(asksNobody),
    denyFeedback: unsupported(asksNobody),
    questions: unsupported(asksNobody),
    planReview: unsupported(asksNobody),
    reasoningStream: knownLimitation('Reasoning comes whole, not in pieces.'),
    partialText: unsupported('Messages come whole.'),
    images: unsupported('Only as files beside the command line.'),
    contextFiles: required('As texts before the prompt.'),
    slashCommands: unsupported('It knows none.'),
    systemPromptOverlay: unsupported('Only as a setting on the command line, where others can read it.'),
    mcpPassThrough: unsupported('Only as settings on the command line, where others can read them.'),
    structuredOutput: unsupported('Not offered through the room.'),
    usage: required('With the end of each turn, over the whole thread: the difference is shown.'),
    cost: unsupported('Not reported.'),
    fileChanges: knownLimitation('Paths without diffs; the room’s diffs come from git.'),
    artifacts: unsupported('Not reported.'),
    sandbox: knownLimitation('All it runs is in Codex’s own sandbox, where the system has one.'),
  },
  // Without its app-server no formal field comes with an error: its sentences decide.
  faults: {
    keyRefused: 'AUTH_CREDENTIAL_INVALID',
    rateLimited: 'RATE_LIMIT_EXCEEDED',
    rateLimitedUntil: waits(null, 'It waits for as long as the provider says; each try is told as a status.'),
    serverError: 'PROVIDER_UNREACHABLE',
    overloaded: 'RATE_LIMIT_EXCEEDED',
    contextFull: 'CONTEXT_WINDOW_EXCEEDED',
    cutStream: 'PROVIDER_UNREACHABLE',
    stalledStream: waits(null, 'It waits for its own limit, which is minutes, without a word.'),
    unreachable: waits(null, 'It waits for the network without limit; each try is told as a status.'),
  },
};
