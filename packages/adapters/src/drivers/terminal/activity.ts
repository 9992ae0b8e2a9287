import type { TerminalActivity } from '../../port.ts';

/** How a program shows on its screen what it does. */
export type ActivitySigns = {
  /** Anywhere on the screen: it works. */
  busy?: RegExp;
  /** In the last rows that are not empty: it waits for an answer. */
  needsInput?: RegExp;
};

const lastRows = 15;
/** A screen that changed this recently is at work; one that stood still this long is done. */
export const busyMs = 1_500;
const askedMs = 1_000;

/** A guess from the screen alone. `calmMs`: since its text last changed. */
export function activityOf(rows: readonly string[], calmMs: number, signs: ActivitySigns): TerminalActivity {
  const screen = rows.join('\n');
  if (calmMs >= askedMs && signs.needsInput?.test(lastOf(rows)) === true) return 'needs_input';
  if (calmMs < busyMs || signs.busy?.test(screen) === true) return 'busy';
  return 'idle';
}

const lastOf = (rows: readonly string[]): string =>
  rows
    .filter((row) => row.trim() !== '')
    .slice(-lastRows)
    .join('\n');

/** What most agents' screens show. */
export const agentSigns: ActivitySigns = {
  busy: /esc to (interrupt|cancel)|ctrl\+c to (stop|cancel|interrupt)|Working…|Thinking…|Generating/i,
  needsInput: /Do you want|Allow .*\?|\(y\/n\)|\[y\/N\]|\(Y\)es\/\(N\)o|● .*Allow|❯ 1\.|Run this command\?|Approve/i,
};

/** Of a shell and of unknown programs only the plain questions are known. */
export const plainSigns: ActivitySigns = { needsInput: /\(y\/n\)|\[y\/n\]|\(yes\/no\)|password.*: ?$/i };
