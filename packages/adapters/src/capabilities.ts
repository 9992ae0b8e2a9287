import type { AdapterCapabilities } from './port.ts';
import { type FaultReadings, faultsTold } from './provider-faults.ts';

/** What can be said about a driver, with the words in which people read it. */
export const capabilityKeys = {
  tools: 'Uses tools, and shows them',
  resume: 'Goes on with a session after a restart',
  fork: 'Branches off a session',
  forkAt: 'Branches off from an earlier turn',
  revert: 'Takes turns of the conversation back',
  cancellationDispatch: 'Can be interrupted',
  cancellationAck: 'Confirms an interrupt',
  pinnedProcess: 'Keeps its state in one process',
  modelSwitching: 'Changes the model in a session',
  effort: 'Is told how hard to think',
  modeSwitching: 'Changes between ask and act in a session',
  steering: 'Takes text into a running turn',
  interactiveApprovals: 'Asks people for permission',
  asksByDefault: 'Asks without being told to',
  inputEdit: 'Runs an edited input',
  denyFeedback: 'Is told why it was refused',
  questions: 'Asks questions',
  planReview: 'Lets a plan be reviewed',
  reasoningStream: 'Shows its reasoning',
  partialText: 'Streams text as it is written',
  images: 'Takes images',
  contextFiles: 'Takes context files',
  slashCommands: 'Has commands of its own',
  systemPromptOverlay: 'Takes an addition to its system prompt',
  mcpPassThrough: 'Takes MCP servers',
  structuredOutput: 'Answers in a given schema',
  usage: 'Reports tokens',
  cost: 'Reports cost',
  fileChanges: 'Reports file changes with diffs',
  artifacts: 'Reports artifacts',
  sandbox: 'Runs in a sandbox of its own',
} as const;
export type CapabilityKey = keyof typeof capabilityKeys;

/** `required`: proven by the contract suite. `unsupported`: refuses clearly. `known_limitation`: in part, as said. */
export type Expectation = {
  readonly status: 'required' | 'unsupported' | 'known_limitation';
  readonly reason: string;
  /** For a limitation: where it is told in public. */
  readonly link?: string;
};

/** One driver's row of the matrix. */
export type CapabilityRow = {
  readonly provider: string;
  readonly name: string;
  /** How faithful a resumed session is. */
  readonly resume: 'native' | 'reconstructed' | 'none';
  /** What a restart of the agent's process leaves of a session. */
  readonly restart: 'session_survives' | 'session_lost';
  /** Whose credential it uses, in words. Fixed at start. */
  readonly credentialScope: string;
  /** Why nothing of this row was seen with the real program; absent where it was. */
  readonly unproven?: string;
  readonly expectations: Readonly<Record<CapabilityKey, Expectation>>;
  /** What becomes of each fault of the model's provider; absent where it was not tried. */
  readonly faults?: FaultReadings;
};

export const required = (reason: string): Expectation => ({ status: 'required', reason });
export const unsupported = (reason: string): Expectation => ({ status: 'unsupported', reason });
export const knownLimitation = (reason: string, link?: string): Expectation => ({
  status: 'known_limitation',
  reason,
  ...(link === undefined ? {} : { link }),
});

const holds = (row: CapabilityRow, key: CapabilityKey): boolean => row.expectations[key].status === 'required';

/** The port's capabilities, from the row alone: a driver never sets one by hand. A limitation counts as "no". */
export function capabilitiesOf(row: CapabilityRow): AdapterCapabilities {
  return {
    supportsReasoningStream: holds(row, 'reasoningStream'),
    supportsToolApprovals: holds(row, 'interactiveApprovals'),
    supportsContextFiles: holds(row, 'contextFiles'),
    supportsCustomSystemPrompt: holds(row, 'systemPromptOverlay'),
    supportsMultimodal: holds(row, 'images'),
    supportsInputEdit: holds(row, 'inputEdit'),
    supportsDenyFeedback: holds(row, 'denyFeedback'),
    supportsQuestions: holds(row, 'questions'),
    supportsPlanReview: holds(row, 'planReview'),
    supportsSteering: holds(row, 'steering'),
    supportsResume: holds(row, 'resume'),
    supportsFork: holds(row, 'fork'),
    supportsModelSwitching: holds(row, 'modelSwitching'),
    supportedInputTypes: ['text', ...(holds(row, 'images') ? ['image' as const] : []), 'diff'],
  };
}

const keys = Object.keys(capabilityKeys).filter((key): key is CapabilityKey => Object.hasOwn(capabilityKeys, key));
export const allCapabilityKeys: readonly CapabilityKey[] = keys;

/**
 * The keys that hold, for `ai.agent.started`. What this very program announced counts where the row leaves it open: a
 * limitation there says that some do.
 */
export const supportedKeys = (row: CapabilityRow, announced: readonly CapabilityKey[] = []): CapabilityKey[] =>
  keys.filter(
    (key) => holds(row, key) || (row.expectations[key].status === 'known_limitation' && announced.includes(key)),
  );

export type MatrixLine = { key: CapabilityKey; label: string; cells: Expectation[] };

/** The matrix, one line per key, one cell per row. */
export const capabilityMatrix = (rows: readonly CapabilityRow[]): MatrixLine[] =>
  keys.map((key) => ({ key, label: capabilityKeys[key], cells: rows.map((row) => row.expectations[key]) }));

const signs = { required: 'yes', unsupported: 'no', known_limitation: 'partly' } as const;

const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;

/** From where a copy of a session goes on. */
const forks = ({ expectations: { fork, forkAt } }: CapabilityRow): string =>
  forkAt.status === 'required' ? 'any turn' : fork.status === 'required' ? 'the end only' : signs[fork.status];

const summaryKeys = ['interactiveApprovals', 'reasoningStream', 'fileChanges', 'steering'] as const;

/** The short table for a README: one line per agent, the few columns that decide whether one tries it. */
export function summaryMarkdown(rows: readonly CapabilityRow[]): string {
  const head = [
    'Agent',
    '`--agent`',
    'Asks',
    'Reasoning',
    'Diffs',
    'Steering',
    'Resumes',
    'Forks',
    'Faults told',
    'Tried with the real program',
  ];
  const lines = rows.map((row) =>
    line([
      row.name,
      `\`${row.provider}\``,
      ...summaryKeys.map((key) => signs[row.expectations[key].status]),
      row.resume === 'none' ? 'no' : row.resume,
      forks(row),
      faultsTold(row.faults),
      row.unproven === undefined ? 'yes' : 'no',
    ]),
  );
  return [line(head), line(head.map(() => '---')), ...lines].join('\n');
}

/** The matrix as a Markdown table. */
export function capabilityMarkdown(rows: readonly CapabilityRow[]): string {
  const resume = line(['How a session is resumed', ...rows.map((row) => row.resume)]);
  const credential = line(['Credential', ...rows.map((row) => row.credentialScope)]);
  const proven = line([
    'Tried with the real program',
    ...rows.map((row) => (row.unproven === undefined ? 'yes' : 'no')),
  ]);
  const lines = capabilityMatrix(rows).map(({ label, cells }) =>
    line([label, ...cells.map((cell) => signs[cell.status])]),
  );
  const head = [line(['', ...rows.map((row) => row.name)]), line(['---', ...rows.map(() => '---')])];
  return [...head, ...lines, resume, credential, proven].join('\n');
}
