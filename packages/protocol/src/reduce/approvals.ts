import type { ApprovalId } from '../ids.ts';
import { toolItem } from './agents.ts';
import type { Reducers } from './reducers.ts';

const approvalItem = (approvalId: ApprovalId) => `approval:${approvalId}`;

export const approvalReducers: Reducers<Extract<keyof Reducers, `approval.${string}`>> = {
  'approval.requested': (draft, request, seq) => {
    const { approvalId, toolId, atMs } = request;
    if (draft.state.pendingApprovals.includes(approvalId)) return;
    draft.state.pendingApprovals = [...draft.state.pendingApprovals, approvalId];
    draft.add({ kind: 'approval', id: approvalItem(approvalId), seq, lastSeq: seq, atMs, request });
    if (toolId !== undefined)
      draft.change('tool', toolItem(toolId), seq, (tool) => ({
        approvalId,
        ...(tool.status === 'running' && { status: 'waiting' }),
      }));
  },
  'approval.resolved': (draft, resolution, seq) => {
    const { approvalId } = resolution;
    draft.state.pendingApprovals = draft.state.pendingApprovals.filter((pending) => pending !== approvalId);
    const item = draft.find(approvalItem(approvalId));
    // The first resolution counts; a doubled one changes nothing.
    if (item?.kind === 'approval' && item.resolution !== undefined) return;
    draft.change('approval', approvalItem(approvalId), seq, () => ({ resolution }));
    const toolId = item?.kind === 'approval' ? item.request.toolId : undefined;
    if (toolId !== undefined)
      draft.change('tool', toolItem(toolId), seq, (tool) => (tool.status === 'waiting' ? { status: 'running' } : {}));
  },
  'approval.signed': (draft, { approvalId, by, atMs }, seq) =>
    draft.change('approval', approvalItem(approvalId), seq, ({ signatures = [] }) => ({
      signatures: [...signatures.filter((other) => other.by !== by), { by, atMs, seq }],
    })),
  'approval.voted': (draft, { approvalId, by, vote }, seq) =>
    draft.change('approval', approvalItem(approvalId), seq, ({ votes = {} }) => {
      const { [by]: _, ...others } = votes;
      return { votes: vote === 'none' ? others : { ...others, [by]: vote } };
    }),
  // For the audit only.
  'approval.refused': () => undefined,
  'approval.revealed': (draft, { approvalId, by }, seq) =>
    draft.change('approval', approvalItem(approvalId), seq, ({ revealedTo = [] }) => ({
      revealedTo: [...revealedTo.filter((other) => other !== by), by],
    })),
  'approval.rule_added': (draft, { ruleId, agentId, scope, toolName, match, by, atMs }) => {
    draft.state.rules = { ...draft.state.rules, [ruleId]: { ruleId, agentId, scope, toolName, match, by, atMs } };
  },
  'approval.rule_revoked': (draft, { ruleId }) => {
    const { [ruleId]: _, ...others } = draft.state.rules;
    draft.state.rules = others;
  },
};
