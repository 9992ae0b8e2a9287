/** Questions about the shared folder: asked by a member, answered by the host on the pairwise channel (CLG-68). */
import * as v from 'valibot';
import { agentId, checkpointId, count, promptId } from './events/shared.ts';
import { ChangeSum } from './events/workspace.ts';
import { wordOr } from './newer-words.ts';

export { ChangeSum, ReviewAnchor } from './events/workspace.ts';

const path = v.pipe(v.string(), v.maxLength(1_024));

/** What is compared with what. `session`: since the room began, or since this member may read it. */
export const ChangeScope = v.variant('of', [
  v.object({ of: v.literal('session') }),
  v.object({ of: v.literal('turn'), promptId }),
  v.object({ of: v.literal('since'), checkpoint: checkpointId }),
]);
export type ChangeScope = v.InferOutput<typeof ChangeScope>;

/** The agent whose folder is meant; absent: the room's shared folder. */
const where = { agentId: v.optional(agentId) };

export const WorkspaceAsk = v.variant('ask', [
  v.object({ ask: v.literal('changes'), ...where, scope: ChangeScope }),
  v.object({
    ask: v.literal('diff'),
    ...where,
    scope: ChangeScope,
    path,
    previousPath: v.optional(path),
    /** Lines around a change; default 3. */
    context: v.optional(v.pipe(count, v.maxValue(100_000))),
    /** All of a diff that is elided otherwise, up to the most that is served. */
    whole: v.optional(v.boolean()),
  }),
  v.object({ ask: v.literal('tree'), ...where, path }),
  v.object({ ask: v.literal('file'), ...where, path, first: v.optional(count), last: v.optional(count) }),
  v.object({ ask: v.literal('search'), ...where, query: v.pipe(v.string(), v.maxLength(200)) }),
]);
export type WorkspaceAsk = v.InferOutput<typeof WorkspaceAsk>;

export const FileChange = v.object({
  path: v.string(),
  previousPath: v.optional(v.string()),
  /** Of a kind that this version does not know: changed in some way. */
  change: wordOr(['added', 'modified', 'deleted', 'renamed', 'mode'], 'modified'),
  added: count,
  removed: count,
  /**
   * Why there is no diff to show: `binary`, `huge` (its content is not compared), `secret` (never served). `submodule`:
   * another repository; its diff names the commits. `unknown`: a reason of a newer host.
   */
  without: v.optional(wordOr(['binary', 'huge', 'secret', 'submodule'], 'unknown')),
});
export type FileChange = v.InferOutput<typeof FileChange>;

export const Changes = v.object({
  /** `git`: compared by the host. `agent`: only what the agent itself reported. */
  source: wordOr(['git', 'agent'], 'git'),
  /** Why it is only the agent's word. */
  reason: v.optional(wordOr(['no_git', 'too_many_files', 'failed'], 'failed')),
  files: v.array(FileChange),
  sum: ChangeSum,
  /** Files beyond those listed. */
  more: count,
  /** Names the state that this is compared up to: for "since my last look". */
  at: v.optional(checkpointId),
});
export type Changes = v.InferOutput<typeof Changes>;

export const FileDiff = v.object({
  /** Unified, without a header. */
  diff: v.string(),
  /** Lines left out at the end; ask for the whole. */
  elidedLines: count,
  /** Even the whole is longer than what is served. */
  isCut: v.boolean(),
  without: v.optional(wordOr(['binary', 'huge', 'secret'], 'unknown')),
  oldBytes: v.optional(count),
  newBytes: v.optional(count),
});
export type FileDiff = v.InferOutput<typeof FileDiff>;

export const Tree = v.object({
  entries: v.array(v.object({ name: v.string(), kind: wordOr(['folder', 'file', 'link', 'submodule'], 'other') })),
  more: count,
});
export type Tree = v.InferOutput<typeof Tree>;

export const FileView = v.object({
  text: v.string(),
  first: count,
  last: count,
  lines: count,
  bytes: count,
  isCut: v.boolean(),
  without: v.optional(wordOr(['binary', 'huge', 'secret'], 'unknown')),
});
export type FileView = v.InferOutput<typeof FileView>;

export const Found = v.object({ paths: v.array(v.string()), total: count });
export type Found = v.InferOutput<typeof Found>;

const answers = { changes: Changes, diff: FileDiff, tree: Tree, file: FileView, search: Found };
export type WorkspaceAnswers = { [Ask in keyof typeof answers]: v.InferOutput<(typeof answers)[Ask]> };
export type WorkspaceAnswer<Ask extends WorkspaceAsk = WorkspaceAsk> = WorkspaceAnswers[Ask['ask']];

/** Reads the host's answer; `undefined` where it is malformed. */
export function parseWorkspaceAnswer<Ask extends WorkspaceAsk>(
  ask: Ask,
  json: unknown,
): WorkspaceAnswer<Ask> | undefined {
  const parsed = v.safeParse(answers[ask.ask], json);
  return parsed.success ? (parsed.output as WorkspaceAnswer<Ask>) : undefined;
}
