import type { AgentId } from '@collagility/protocol/ids';
import type { PromptItem, ToolItem } from '@collagility/protocol/state';
import type { Row } from './rows.ts';

/** So many calls in a row, in a turn that is over, are one line. */
const minRun = 4;

/**
 * Folds long runs of calls of turns that are over: what they did is told by the text after them, and one line opens
 * them. What failed, what somebody allowed, and what a running turn does stays as it is.
 */
export function foldRuns(rows: readonly Row[], prompts: ReadonlyMap<string, PromptItem>): Row[] {
  const folded: Row[] = [];
  let run: Row[] = [];
  const close = (): void => {
    const tools = run.flatMap(toolsOf);
    const first = run[0];
    if (first === undefined) return;
    // Lines of reads alone are one line already.
    if (tools.length >= minRun && run.length > 1) folded.push({ kind: 'run', id: `run:${first.id}`, tools });
    else folded.push(...run);
    run = [];
  };
  for (const row of rows) {
    if (canFold(row, prompts) && (run.length === 0 || agentOf(row) === agentOf(run[0]))) {
      run.push(row);
      continue;
    }
    close();
    if (canFold(row, prompts)) run.push(row);
    else folded.push(row);
  }
  close();
  return folded;
}

const toolsOf = (row: Row): ToolItem[] => (row.kind === 'reads' ? row.tools : row.kind === 'tool' ? [row.item] : []);

/** Whose work a row is; `undefined` of people's, the host's and what stands for itself. */
export function agentOf(row: Row | undefined): AgentId | undefined {
  if (row === undefined) return undefined;
  switch (row.kind) {
    case 'reads':
    case 'run':
      return row.tools[0]?.agentId;
    case 'turn_end':
      return row.prompt.agentId;
    case 'voice':
      return row.agentId;
    default:
      return 'agentId' in row.item ? row.item.agentId : undefined;
  }
}

function canFold(row: Row, prompts: ReadonlyMap<string, PromptItem>): boolean {
  if (row.kind !== 'reads' && (row.kind !== 'tool' || row.approval !== undefined || row.steps.length > 0)) return false;
  return toolsOf(row).every(({ status, exitCode, promptId, toolKind }) => {
    const prompt = promptId === undefined ? undefined : prompts.get(promptId);
    const isOver = prompt === undefined || prompt.state !== 'running';
    return isOver && status === 'completed' && (exitCode ?? 0) === 0 && toolKind !== 'agent';
  });
}
