/** What the host would say about the shared folder, and what people say about its lines. */
import { as, type CheckpointId, type ThreadId } from '@collagility/protocol/ids';
import type { Changes, FileChange, WorkspaceAnswer, WorkspaceAsk } from '@collagility/protocol/workspace';
import { manyFiles } from './crowd.ts';
import { deliverHunks } from './deliver-hunks.ts';
import { claude, guestA, guestB, host, promptId, type Told } from './rooms.ts';

const file = (path: string, more: Partial<FileChange> = {}): FileChange => ({
  path,
  change: 'modified',
  added: 0,
  removed: 0,
  ...more,
});

const changedFiles: FileChange[] = [
  file('README.md', { added: 4 }),
  file('docs/retry.png', { change: 'added', without: 'binary' }),
  file('src/webhooks/backoff.ts', { change: 'added', added: 21 }),
  file('src/webhooks/deliver.ts', { added: 12, removed: 3 }),
  file('src/webhooks/queue.ts', { change: 'renamed', previousPath: 'src/webhooks/jobs.ts' }),
  file('test/deliver.test.ts', { added: 34, removed: 2 }),
];
const sumOf = (files: FileChange[]) => ({
  files: files.length,
  added: files.reduce((sum, { added }) => sum + added, 0),
  removed: files.reduce((sum, { removed }) => sum + removed, 0),
});
const changesOf = (files: FileChange[]): Changes => ({
  source: 'git',
  files,
  sum: sumOf(files),
  more: 0,
  at: as<CheckpointId>('9'),
});

const readmeDiff = `@@ -18,3 +18,7 @@ ## Webhooks
 Each delivery is signed. Check the signature first.

+## Retries
+
+What is answered with 429 or 5xx is sent again,
+at most five times. Any other 4xx is final.
 ## Licence`;
const longDiff = `@@ -0,0 +1,5000 @@\n${Array.from(
  { length: 5_000 },
  (_, at) => `+export const retryAfter${at} = (attempt: number) => Math.min(30_000, 2 ** attempt * ${at}) * jitter();`,
).join('\n')}`;

type Answers = Partial<Record<WorkspaceAsk['ask'], (ask: WorkspaceAsk) => WorkspaceAnswer | undefined>>;
const diff = (text: string, more: object = {}) => ({ diff: text, elidedLines: 0, isCut: false, ...more });
const inFolders: Answers = {
  changes: () => changesOf(changedFiles),
  diff: (ask) => {
    const path = 'path' in ask ? ask.path : '';
    if (path.endsWith('.png')) return diff('', { without: 'binary', newBytes: 48_213 });
    if (path === 'README.md') return diff(readmeDiff);
    return diff(path.endsWith('queue.ts') ? '' : deliverHunks);
  },
  tree: (ask) =>
    'path' in ask && ask.path === ''
      ? {
          entries: [
            { name: 'docs', kind: 'folder' },
            { name: 'src', kind: 'folder' },
            { name: 'test', kind: 'folder' },
            { name: '.env', kind: 'file' },
            { name: '.gitignore', kind: 'file' },
            { name: 'README.md', kind: 'file' },
            { name: 'latest', kind: 'link' },
            { name: 'package.json', kind: 'file' },
          ],
          more: 0,
        }
      : { entries: [{ name: 'webhooks', kind: 'folder' }], more: 0 },
  search: () => ({
    paths: ['src/webhooks/deliver.ts', 'test/deliver.test.ts', 'src/webhooks/delivery-error.ts'],
    total: 3,
  }),
  file: (ask) => {
    if ('path' in ask && ask.path === '.env')
      return { text: '', first: 0, last: 0, lines: 0, bytes: 212, isCut: false, without: 'secret' };
    const text = ('path' in ask && ask.path === 'README.md' ? readmeDiff : deliverHunks)
      .split('\n')
      .filter((line) => /^[ +]/.test(line))
      .map((line) => line.slice(1))
      .join('\n');
    const lines = text.split('\n').length;
    return { text, first: 1, last: lines, lines, bytes: text.length, isCut: false };
  },
};

/** By state; `undefined` of one kind: the host does not answer it. */
const special: Record<string, Answers> = {
  'host-none': {
    ...inFolders,
    changes: () => changesOf([]),
    tree: () => ({ entries: [], more: 0 }),
    search: () => ({ paths: [], total: 0 }),
  },
  'host-failed': {
    ...inFolders,
    changes: () => undefined,
    diff: () => undefined,
    tree: () => undefined,
    search: () => undefined,
  },
  crowded: { ...inFolders, changes: () => changesOf(manyFiles) },
  // What changed is known; one file of it is not to be had.
  'host-diff-failed': { ...inFolders, diff: () => undefined, file: () => undefined },
  'host-huge': {
    ...inFolders,
    changes: () => changesOf([file('data/export.csv', { without: 'huge' }), file('.env', { without: 'secret' })]),
    diff: () => diff('', { without: 'huge', oldBytes: 9_400_000, newBytes: 12_900_000 }),
  },
  'host-long': {
    ...inFolders,
    changes: () => changesOf([file('src/generated.ts', { change: 'added', added: 5_000 })]),
    diff: () => diff(longDiff),
  },
  'host-agent': {
    ...inFolders,
    changes: () => ({ source: 'agent', reason: 'no_git', files: [], sum: sumOf([]), more: 0 }),
  },
};

export function answerOf(state: string, ask: WorkspaceAsk): Promise<WorkspaceAnswer> {
  if (state === 'host-loading') return new Promise(() => undefined);
  const answer = (special[state] ?? inFolders)[ask.ask]?.(ask);
  return answer === undefined ? Promise.reject(new Error('too_slow')) : Promise.resolve(answer);
}

const thread = as<ThreadId>('t1');
const resolved = as<ThreadId>('t2');
const elsewhere = as<ThreadId>('t3');
const comment = (more: Partial<Extract<Told, { type: 'review.commented' }>>): Told => ({
  type: 'review.commented',
  threadId: thread,
  commentId: 'c1',
  by: guestB,
  text: '',
  atMs: Date.now() - 4 * 60_000,
  ...more,
});

export const commented: Told[] = [
  comment({
    text: 'Also 408? Slow carrier gateways answer that.',
    anchor: {
      path: 'src/webhooks/deliver.ts',
      side: 'new',
      line: 24,
      endLine: 25,
      quote: '  status === 429 || status >= 500;',
    },
  }),
  comment({ commentId: 'c2', by: guestA, text: 'Yes, and a test for it.', atMs: Date.now() - 60_000 }),
  comment({
    threadId: resolved,
    commentId: 'c3',
    by: host,
    text: 'Name this after what it does.',
    anchor: { path: 'src/webhooks/deliver.ts', side: 'new', line: 14, quote: '  for (let attempt = 1; ; attempt++) {' },
  }),
  { type: 'review.resolved', threadId: resolved, resolved: true, by: host },
  comment({
    threadId: elsewhere,
    commentId: 'c4',
    by: guestA,
    text: 'This line was nicer before.',
    anchor: { path: 'src/webhooks/deliver.ts', side: 'old', line: 40, quote: '  return backoff(attempt);' },
  }),
];

/** The turn is over, git has compared, and files were put back once. */
export const compared: Told[] = [
  {
    type: 'ai.execution.ended',
    agentId: claude,
    promptId: promptId('p1'),
    outcome: 'completed',
    durationMs: 84_000,
  },
  {
    type: 'workspace.turn_changed',
    agentId: claude,
    promptId: promptId('p1'),
    sum: { files: 6, added: 71, removed: 5 },
    before: as<CheckpointId>('1'),
    after: as<CheckpointId>('2'),
  },
  {
    type: 'workspace.restored',
    agentId: claude,
    by: host,
    to: as<CheckpointId>('1'),
    undo: as<CheckpointId>('3'),
    promptId: promptId('p1'),
    sum: { files: 6, added: 5, removed: 71 },
  },
];
