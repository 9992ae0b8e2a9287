import { fold } from './fold.ts';
import type { ApprovalView, InputMode } from './live-view.ts';
import { safeText } from './safe-text.ts';
import { cut, elapsed, flow, padEnd, type Style, width, wrap } from './style.ts';

/** Rows of the request itself; a longer one is read whole on the page, and may only be answered there. */
export const maxShownRows = 12;
/** In a window too narrow for any of it the terminal wraps, and too few rows are free. */
const innerOf = (columns: number): number => Math.max(8, Math.min(columns - 6, 104));

/** The request itself as rows of the frame. */
export const requestRows = (approval: ApprovalView, columns: number): string[] =>
  approval.shown.flatMap((line) => wrap(line, innerOf(columns) - 2));

/** Every part of it has its place: nothing was taken out for its length, and no row is missing. */
export const isShownWhole = (approval: ApprovalView, rows: readonly string[], maxRows: number): boolean =>
  approval.elidedParts === 0 && rows.length <= maxRows;

/**
 * The one framed thing on the screen: what waits for a signature. Where not every line of the request has a place in
 * `maxRows`, the terminal offers no "allow" (CLG-73's sense).
 */
export function approvalFrame(
  approval: ApprovalView,
  input: InputMode,
  style: Style,
  columns: number,
  { rows, maxRows, isDense }: { rows: readonly string[]; maxRows: number; isDense: boolean },
): string[] {
  const inner = innerOf(columns);
  const row = (text = '') => {
    if (style.isPlain) return `  ${text}`.trimEnd();
    return `  ${style.accent('│')} ${padEnd(text, inner)} ${style.accent('│')}`;
  };
  const count = approval.count > 1 ? `   ${approval.position} of ${approval.count}` : '';
  const head = `${style.bold(safeText(approval.title))}${count}   ${safeText(approval.agentName)} asks`;
  const waiting = `waiting ${elapsed(approval.waitingMs)}`;
  const isWhole = isShownWhole(approval, rows, maxRows);
  // What a low window has no rows for first.
  const blank = isDense ? [] : [''];
  const lines = [
    ...flow([padEnd(head, inner - width(waiting) - 1), waiting], inner, ' '),
    ...blank,
    ...rows
      .slice(0, maxRows)
      .map((text, at) => `${at === 0 && approval.kind === 'permission' ? style.quiet('$') : ' '} ${style.bold(text)}`),
    ...(isWhole
      ? []
      : wrap(leftOut(approval, rows.length, maxRows), inner - 2).map((text) => style.quiet(`  ${text}`))),
    // Whole: a long folder must push no risk off the end.
    ...flow(approval.facts, inner, '   ').flatMap((line) => wrap(line, inner).map(style.quiet)),
    ...blank,
    ...signingLine(approval, style, inner),
    ...blank,
    ...answerRows(approval, input, isWhole, style, inner),
  ];
  const folded = lines.flatMap((line) => fold(line, inner)).map((line) => row(line));
  if (style.isPlain) return folded;
  return [
    `  ${style.accent(`┌${'─'.repeat(inner + 2)}┐`)}`,
    ...folded,
    `  ${style.accent(`└${'─'.repeat(inner + 2)}┘`)}`,
  ];
}

/** A higher window helps where only its height stands against it. */
function leftOut({ elidedParts }: ApprovalView, count: number, maxRows: number): string {
  if (elidedParts > 0) {
    const parts = elidedParts === 1 ? 'a part is' : `${elidedParts} parts are`;
    return `${parts} too long to stand here: read it whole on your page (o)`;
  }
  const more = maxRows === 0 ? `${count} lines` : `and ${count - maxRows} more lines`;
  const higher = count <= maxShownRows ? 'make this window higher to allow it, or ' : '';
  return `${more}: ${higher}read it whole on your page (o)`;
}

function signingLine(approval: ApprovalView, style: Style, inner: number): string[] {
  const who = `${cut(safeText(approval.signers), Math.max(8, inner - 16))} sign: `;
  const line = '_'.repeat(Math.max(8, Math.min(32, inner - width(who) - width(approval.fingerprint) - 3)));
  return flow([`${who}${style.quiet(line)}`, style.quiet(approval.fingerprint)], inner, '   ');
}

function answerRows(approval: ApprovalView, input: InputMode, isWhole: boolean, style: Style, inner: number): string[] {
  if (input.kind === 'feedback') {
    return [
      `Deny and say why: ${style.bold(cutStart(input.text, Math.max(8, inner - 20)))}${style.accent('_')}`,
      style.quiet('Enter deny    Esc back'),
    ];
  }
  if (input.kind === 'confirm-session') {
    const rule = wrap(`For this session, exactly: ${safeText(input.rule)}`, inner).map(style.bold);
    return [...rule, `${isWhole ? `${key(style, 'y')} allow for session    ` : ''}${style.quiet('Esc back')}`];
  }
  const keys: string[] = [];
  if (approval.kind === 'permission' && isWhole) keys.push(`${style.accent(style.bold('a'))} allow once`);
  if (approval.kind === 'permission' && isWhole && approval.sessionRule !== undefined) {
    keys.push(`${key(style, 's')} allow for session…`);
  }
  keys.push(`${key(style, 'd')} deny`);
  if (approval.mayFeedback) keys.push(`${key(style, 'f')} deny with feedback`);
  keys.push(`${key(style, 'o')} ${approval.kind === 'permission' ? 'edit on your page' : 'answer on your page'}`);
  if (approval.count > 1) keys.push(`${key(style, 'n')} next`);
  return flow(keys, inner);
}

const key = (style: Style, letter: string) => style.bold(letter);
const cutStart = (text: string, columns: number) => (width(text) <= columns ? text : `…${text.slice(-(columns - 1))}`);
