import type { AgentId } from '@collagility/protocol/ids';
import type { ApprovalItem, FileItem, PromptItem, TextItem, TimelineItem, ToolItem } from '@collagility/protocol/state';
import { agentOf, foldRuns } from './fold-runs.ts';

/** What the transcript draws: items, with those together that belong together. */
export type Row =
  | { kind: 'item'; id: string; item: Exclude<TimelineItem, TextItem | ToolItem | FileItem> }
  | { kind: 'text'; id: string; item: TextItem; hasHeader: boolean }
  | { kind: 'tool'; id: string; item: ToolItem; approval: ApprovalItem | undefined; steps: TimelineItem[] }
  | { kind: 'file'; id: string; item: FileItem; approval: ApprovalItem | undefined }
  /** Several reads in a row, as one line. */
  | { kind: 'reads'; id: string; tools: ToolItem[] }
  /** Several calls of a turn that is over, as one line. */
  | { kind: 'run'; id: string; tools: ToolItem[] }
  /** How a turn ended; it stands behind the last row of its turn. */
  | { kind: 'turn_end'; id: string; prompt: PromptItem }
  /** Whose work the next row is, where the one before it is another agent's. */
  | { kind: 'voice'; id: string; agentId: AgentId };

const isQuiet = (tool: ToolItem): boolean =>
  (tool.toolKind === 'read' || tool.toolKind === 'search') && tool.status === 'completed';
const isChange = (tool: ToolItem): boolean =>
  tool.toolKind === 'edit' || tool.toolKind === 'delete' || tool.toolKind === 'move';
const isAllowed = (approval: ApprovalItem): boolean => approval.resolution?.outcome === 'allowed';

/** Folds the timeline into rows; pure, and the same items give equal rows. */
export function rowsOf(items: readonly TimelineItem[]): Row[] {
  const toolIds = new Set(items.flatMap((item) => (item.kind === 'tool' ? [item.toolId] : [])));
  const changedBy = new Set(
    items.flatMap((item) => (item.kind === 'file' && item.toolId !== undefined ? [item.toolId] : [])),
  );
  const approvals = new Map<string, ApprovalItem>();
  for (const item of items)
    if (item.kind === 'approval' && item.request.toolId !== undefined) approvals.set(item.request.toolId, item);
  const stepsOf = new Map<string, TimelineItem[]>();
  const rows: Row[] = [];
  const withHeader = new Set<string>();
  const lastOfTurn = new Map<string, number>();
  const prompts = new Map<string, PromptItem>();

  for (const item of items) {
    const parent = 'parentToolId' in item ? item.parentToolId : undefined;
    if (parent !== undefined && toolIds.has(parent)) {
      const steps = stepsOf.get(parent);
      if (steps === undefined) stepsOf.set(parent, [item]);
      else steps.push(item);
      continue;
    }
    if (item.kind === 'prompt') prompts.set(item.promptId, item);
    const row = rowOf(item, { approvals, toolIds, changedBy, stepsOf, withHeader });
    if (row === undefined) continue;
    const last = rows[rows.length - 1];
    if (row.kind === 'tool' && isQuiet(row.item) && row.approval === undefined && last !== undefined) {
      const isSameAgent = agentOf(last) === row.item.agentId;
      if (last.kind === 'reads' && isSameAgent) {
        last.tools.push(row.item);
        continue;
      }
      if (last.kind === 'tool' && isSameAgent && isQuiet(last.item) && last.approval === undefined) {
        rows[rows.length - 1] = { kind: 'reads', id: `reads:${last.id}`, tools: [last.item, row.item] };
        continue;
      }
    }
    rows.push(row);
    const promptId = turnOf(item);
    if (promptId !== undefined) lastOfTurn.set(promptId, rows.length);
  }
  return withVoices(foldRuns(withTurnEnds(rows, prompts, lastOfTurn), prompts));
}

/** The turn that an item is part of. Files that are put back are not: their turn was over, perhaps long ago. */
export function turnOf(item: TimelineItem): string | undefined {
  if (item.kind === 'approval') return item.request.promptId;
  return item.kind !== 'restore' && 'promptId' in item ? item.promptId : undefined;
}

type Known = {
  approvals: Map<string, ApprovalItem>;
  toolIds: Set<string>;
  changedBy: Set<string>;
  stepsOf: Map<string, TimelineItem[]>;
  withHeader: Set<string>;
};

function rowOf(item: TimelineItem, known: Known): Row | undefined {
  const { id } = item;
  switch (item.kind) {
    case 'text':
    case 'reasoning': {
      if (item.state === 'retracted' || isEmpty(item)) return undefined;
      if (item.kind === 'reasoning') return { kind: 'text', id, item, hasHeader: false };
      // One header a turn: what follows under it is the same voice.
      const turn = `${item.agentId}:${item.promptId ?? ''}`;
      const hasHeader = !known.withHeader.has(turn);
      known.withHeader.add(turn);
      return { kind: 'text', id, item, hasHeader };
    }
    case 'tool': {
      const approval = known.approvals.get(item.toolId);
      if (item.status === 'waiting') return undefined;
      // What was denied is told by the record of the decision.
      if (
        approval !== undefined &&
        !isAllowed(approval) &&
        item.status !== 'running' &&
        item.status !== 'completed' &&
        item.status !== 'failed'
      )
        return undefined;
      if (isChange(item) && item.status === 'completed' && known.changedBy.has(item.toolId)) return undefined;
      let steps = known.stepsOf.get(item.toolId);
      if (steps === undefined && item.toolKind === 'agent') {
        steps = [];
        known.stepsOf.set(item.toolId, steps);
      }
      return {
        kind: 'tool',
        id,
        item,
        approval: approval !== undefined && isAllowed(approval) ? approval : undefined,
        steps: steps ?? [],
      };
    }
    case 'file': {
      const approval = item.toolId === undefined ? undefined : known.approvals.get(item.toolId);
      return { kind: 'file', id, item, approval: approval !== undefined && isAllowed(approval) ? approval : undefined };
    }
    case 'prompt':
      return item.state === 'queued' || item.state === 'held' ? undefined : { kind: 'item', id, item };
    case 'approval': {
      const { toolId, kind } = item.request;
      const isShownByTool =
        kind === 'permission' && toolId !== undefined && known.toolIds.has(toolId) && isAllowed(item);
      return isShownByTool ? undefined : { kind: 'item', id, item };
    }
    default:
      return { kind: 'item', id, item };
  }
}

const isEmpty = (item: TextItem): boolean =>
  item.state !== 'streaming' && item.content !== undefined && 'text' in item.content && item.content.text.trim() === '';

function withTurnEnds(rows: Row[], prompts: Map<string, PromptItem>, lastOfTurn: Map<string, number>): Row[] {
  const ends = new Map<number, PromptItem[]>();
  for (const [promptId, prompt] of prompts) {
    if (prompt.state !== 'completed' && prompt.state !== 'interrupted' && prompt.state !== 'failed') continue;
    const at = lastOfTurn.get(promptId);
    if (at !== undefined) ends.set(at, [...(ends.get(at) ?? []), prompt]);
  }
  if (ends.size === 0) return rows;
  return rows.flatMap((row, index) => [
    row,
    ...(ends.get(index + 1) ?? []).map((prompt): Row => ({ kind: 'turn_end', id: `end:${prompt.promptId}`, prompt })),
  ]);
}

/** Where several agents work at once, it is seen of each row whose it is: of text in its header, of all else in a line before it. */
function withVoices(rows: Row[]): Row[] {
  let voice: AgentId | undefined;
  return rows.flatMap((row): Row[] => {
    const its = agentOf(row);
    const isOther = its !== undefined && voice !== undefined && its !== voice;
    voice = its ?? voice;
    // A prompt says itself whom it asks.
    if (!isOther || its === undefined || (row.kind === 'item' && row.item.kind === 'prompt')) return [row];
    if (row.kind === 'text' && row.item.kind === 'text') return [{ ...row, hasHeader: true }];
    return [{ kind: 'voice', id: `voice:${row.id}`, agentId: its }, row];
  });
}

/** Whether two rows would draw the same. */
export function isSameRow(a: Row, b: Row): boolean {
  if ((a.kind === 'reads' && b.kind === 'reads') || (a.kind === 'run' && b.kind === 'run'))
    return a.id === b.id && isSameList(a.tools, b.tools);
  if (a.kind === 'tool' && b.kind === 'tool')
    return a.item === b.item && a.approval === b.approval && isSameList(a.steps, b.steps);
  if (a.kind === 'file' && b.kind === 'file') return a.item === b.item && a.approval === b.approval;
  if (a.kind === 'text' && b.kind === 'text') return a.item === b.item && a.hasHeader === b.hasHeader;
  if (a.kind === 'turn_end' && b.kind === 'turn_end') return a.prompt === b.prompt;
  if (a.kind === 'voice' && b.kind === 'voice') return a.agentId === b.agentId;
  return a.kind === 'item' && b.kind === 'item' && a.item === b.item;
}

const isSameList = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((each, index) => each === b[index]);
