import { type CapabilityRow, knownLimitation, required, unsupported } from '../../capabilities.ts';

type RowFacts = { provider: string; name: string; credentialScope: string; unproven?: string };

const onScreen = 'It is on the program’s own screen, which everybody sees; nothing is read out of it.';
const own = 'Only the program itself decides that, on its own screen.';

/** What a program on a screen can say of itself, which is little: people look at it instead. */
export const terminalRow = (facts: RowFacts): CapabilityRow => ({
  ...facts,
  resume: 'none',
  restart: 'session_lost',
  expectations: {
    tools: unsupported(onScreen),
    resume: unsupported('A new start is a new screen.'),
    fork: unsupported('A screen cannot be branched off.'),
    forkAt: unsupported('A screen cannot be branched off.'),
    revert: unsupported('Not offered by the agent.'),
    cancellationDispatch: required('The key that stops it: Esc or Control-C.'),
    cancellationAck: unsupported('That it stopped is guessed from its screen.'),
    pinnedProcess: knownLimitation('One process and its screen; what it keeps beyond them is its own.'),
    modelSwitching: unsupported(own),
    effort: unsupported('Chosen in the program itself.'),
    modeSwitching: unsupported(own),
    steering: unsupported('What is typed goes to the program at once; it has no turns.'),
    interactiveApprovals: unsupported(own),
    asksByDefault: unsupported(own),
    inputEdit: unsupported(own),
    denyFeedback: unsupported(own),
    questions: unsupported(own),
    planReview: unsupported(own),
    reasoningStream: unsupported(onScreen),
    partialText: unsupported(onScreen),
    images: unsupported('Text is all that can be typed.'),
    contextFiles: unsupported('Text is all that can be typed.'),
    slashCommands: knownLimitation('What is typed is what the program makes of it.'),
    systemPromptOverlay: unsupported(own),
    mcpPassThrough: unsupported(own),
    structuredOutput: unsupported(onScreen),
    usage: unsupported(onScreen),
    cost: unsupported(onScreen),
    fileChanges: unsupported('The room’s diffs come from git.'),
    artifacts: unsupported(onScreen),
    sandbox: unsupported('It runs as the host’s user.'),
  },
});
