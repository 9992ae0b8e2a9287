import type { ParticipantId } from '@collagility/protocol/ids';
import type { ReviewThread } from '@collagility/protocol/state';
import { strings } from '../../strings.ts';

/** Threads that wait to be sent: open, and with something in them that the agent has not read. */
export const unsentThreads = (threads: readonly ReviewThread[]): ReviewThread[] =>
  threads.filter(({ resolvedBy, sent }) => resolvedBy === undefined && sent === undefined);

/** The one prompt that they become: every place with its line, and who said what, in the order of files and lines. */
export function reviewPrompt(
  threads: readonly ReviewThread[],
  nameOf: (id: ParticipantId) => string,
  note: string,
): string {
  const inOrder = [...threads].sort((a, b) =>
    a.anchor.path < b.anchor.path ? -1 : a.anchor.path > b.anchor.path ? 1 : a.anchor.line - b.anchor.line,
  );
  const parts = inOrder.map((thread, at) => {
    const { path, line, endLine, side, quote } = thread.anchor;
    const lines = endLine === undefined ? `line ${line}` : `lines ${line}-${endLine}`;
    const said = thread.comments.map(({ by, text }) => `   ${nameOf(by)}: ${text.replaceAll('\n', '\n   ')}`);
    const code = quote.trim() === '' ? '' : `\n   > ${quote.trim()}`;
    return `${at + 1}. ${path}, ${lines}${side === 'old' ? ' before the change' : ''}:${code}\n${said.join('\n')}`;
  });
  const opening = note.trim() === '' ? strings.changes.review.opening : note.trim();
  return `${opening}\n\n${parts.join('\n\n')}`;
}
