import { type Fields, fieldsAt, textAt } from '../../fields.ts';
import { ownValue } from '../../own-value.ts';
import type { AdapterConfig, AdapterMode } from '../../port.ts';

/** What Codex may do without asking: when it asks, and what its sandbox lets through. */
export interface Policy {
  approvalPolicy: 'untrusted' | 'on-request' | 'never';
  sandboxPolicy: Fields & { type: string };
  /** In words for the room; empty where every command and every edit asks. */
  unasked: readonly string[];
}

const readOnly = { type: 'readOnly', networkAccess: false };
const workspaceWrite = { type: 'workspaceWrite', writableRoots: [], networkAccess: false };

/** Every command and every edit asks; what was allowed then runs in the sandbox around the workspace. */
const asking: Policy = { approvalPolicy: 'untrusted', sandboxPolicy: workspaceWrite, unasked: [] };

/** In the sandbox first; what Codex asks beyond that is answered with "yes" by the driver. */
const acting: Policy = {
  approvalPolicy: 'on-request',
  sandboxPolicy: workspaceWrite,
  unasked: ['everything: the host lets the agent act without asking'],
};

/** `permissionMode`, the host's own choice of a looser one. */
const policies: Readonly<Record<string, Policy>> = {
  untrusted: asking,
  'read-only': {
    approvalPolicy: 'on-request',
    sandboxPolicy: readOnly,
    unasked: ['commands inside Codex’s read-only sandbox'],
  },
  'workspace-write': {
    approvalPolicy: 'on-request',
    sandboxPolicy: workspaceWrite,
    unasked: ['commands and edits inside Codex’s sandbox around the workspace'],
  },
  'full-access': {
    approvalPolicy: 'never',
    sandboxPolicy: { type: 'dangerFullAccess' },
    unasked: ['everything, without a sandbox'],
  },
};

/** The policy of a turn. Where the host wants to be asked for everything, a looser mode of the vendor's counts not. */
export function policyOf(config: AdapterConfig, mode: AdapterMode): Policy {
  if (mode === 'act') return acting;
  if (config.askForEverything === true || config.permissionMode === undefined) return asking;
  return ownValue(policies, config.permissionMode) ?? asking;
}

/** Sent with every turn, so that nothing that happened in between widens it. */
export const policyParams = (policy: Policy): Fields => ({
  approvalPolicy: policy.approvalPolicy,
  sandboxPolicy: policy.sandboxPolicy,
  approvalsReviewer: 'user',
});

const approvalRanks: Readonly<Record<string, number>> = { untrusted: 0, 'on-request': 1 };
const sandboxRanks: Readonly<Record<string, number>> = { readOnly: 0, workspaceWrite: 1 };
const rank = (ranks: Readonly<Record<string, number>>, value: unknown): number =>
  (typeof value === 'string' ? ownValue(ranks, value) : undefined) ?? 2;

/** What holds, as Codex said, where that is more than was wanted; in words for the room. */
export function widened(settings: Fields, wanted: Policy): string[] {
  const approval = settings['approvalPolicy'];
  const reviewer = textAt(settings, 'approvalsReviewer');
  const sandbox = textAt(fieldsAt(settings, 'sandboxPolicy'), 'type') ?? textAt(fieldsAt(settings, 'sandbox'), 'type');
  const isLooser = rank(approvalRanks, approval) > rank(approvalRanks, wanted.approvalPolicy);
  const isWider = rank(sandboxRanks, sandbox) > rank(sandboxRanks, wanted.sandboxPolicy.type);
  return [
    ...(isLooser ? [`what the approval policy ${JSON.stringify(approval)} lets through`] : []),
    ...(reviewer === 'user' ? [] : [`what the reviewer "${reviewer ?? 'unknown'}" allows in place of people`]),
    ...(isWider ? [`what the sandbox "${sandbox ?? 'unknown'}" lets through`] : []),
  ];
}
