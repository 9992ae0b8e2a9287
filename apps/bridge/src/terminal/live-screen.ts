import { approvalFrame, maxShownRows, rowsOfRequest } from './approval-frame.ts';
import type { DoorView, LiveView } from './live-view.ts';
import { safeText } from './safe-text.ts';
import { cut, elapsed, flow, padEnd, type Style, width, wrap } from './style.ts';

/** People and cards beyond these are counted, not listed: the page has the whole list. */
const maxPeopleRows = 6;
const maxDoorRows = 3;
/** The cursor's row and the one above (see `Screen`). */
const rowsKept = 2;

/**
 * The moving part: people, the door, the request that waits, the keys. Redrawn in place. In a low window the people
 * give way first: what a key decides about has to be seen.
 */
export function liveScreen(view: LiveView, style: Style, columns: number, rows: number): string[] {
  const lines = decided(view, style, columns, requestRows(view, style, columns, rows));
  const head = ['', ...people(view, style, columns)];
  return [...head.slice(0, Math.max(0, rows - rowsKept - lines.length)), ...lines];
}

/** Is the request that waits whole on this screen? */
export function isApprovalWhole(view: LiveView, style: Style, columns: number, rows: number): boolean {
  return (
    view.approval !== undefined && rowsOfRequest(view.approval, columns) <= requestRows(view, style, columns, rows)
  );
}

/** Rows that the request itself may take, so that its title and its keys are seen with it. */
function requestRows(view: LiveView, style: Style, columns: number, rows: number): number {
  if (view.approval === undefined) return maxShownRows;
  const wanted = rowsOfRequest(view.approval, columns);
  const tooMany = decided(view, style, columns, maxShownRows).length - (rows - rowsKept);
  if (tooMany <= 0) return maxShownRows;
  // What is left out is counted on a row of its own; a long request has that row already.
  return Math.max(0, Math.min(wanted - 1, maxShownRows) - tooMany);
}

/** All but the people. */
function decided(view: LiveView, style: Style, columns: number, maxRows: number): string[] {
  const lines = door(view.door, style, columns);
  if (view.approval !== undefined) lines.push('', ...approvalFrame(view.approval, view.input, style, columns, maxRows));
  lines.push('');
  if (view.link !== undefined) lines.push(`  ${style.bad('●')} ${cut(view.link, columns - 4)}`);
  if (view.queue !== undefined) {
    const how = view.queue.mayGoOn ? `${style.bold('g')} go on` : 'start the agent on your page (o)';
    const why = cut(`the queue is held: ${safeText(view.queue.why)}`, columns - width(how) - 8);
    lines.push(`  ${style.warn('●')} ${why}   ${how}`);
  }
  if (view.paused !== undefined) {
    const text = view.paused === 'panic' ? 'stopped by panic: agent stopped, links revoked' : 'sharing is paused';
    lines.push(`  ${style.warn('●')} ${text}   ${style.bold('p')} go on`);
  }
  lines.push(...footer(view, style, columns));
  return lines;
}

function people(view: LiveView, style: Style, columns: number): string[] {
  const activity = [view.agent.activity];
  if (view.agent.queued > 0) activity.push(`${view.agent.queued} queued`);
  if (view.agent.suggestions > 0) activity.push(plural(view.agent.suggestions, 'suggestion'));
  const head = `  ${style.bold('Agent')}   ${cut(`${safeText(view.agent.name)}: ${activity.join(', ')}`, columns - 10)}`;
  const shown = view.people.slice(0, maxPeopleRows);
  const nameColumns = Math.max(6, ...shown.map((person) => width(cut(safeText(person.name), 24))));
  const rows = shown.map((person) => {
    const name = cut(safeText(person.name), 24);
    const initial = [...name.toUpperCase()][0] ?? '?';
    const hand = person.handRaised ? `   ${style.accent('hand up')}` : '';
    const text = `${initial}  ${padEnd(name, nameColumns)}  ${cut(person.detail, columns - nameColumns - 24)}`;
    return `    ${person.isOnline ? text : style.quiet(`${text}   away`)}${hand}`;
  });
  const more = view.people.length - shown.length;
  return [
    head,
    `  ${style.bold('People')}  ${view.people.filter((person) => person.isOnline).length} here`,
    ...rows,
    ...(more > 0 ? [style.quiet(`    and ${more} more`)] : []),
  ];
}

function door(cards: DoorView[], style: Style, columns: number): string[] {
  const lines = cards.slice(0, maxDoorRows).flatMap((card, at) => {
    const name = cut(safeText(card.name), 24);
    const who = `${style.accent('?')}  ${style.bold(name)}  at the door ${elapsed(card.waitingMs)}`;
    const words = `words: ${style.bold(card.words.join(' '))}`;
    const keys = at === 0 ? [`  ${style.bold('l')} let in   ${style.bold('x')} deny`] : [];
    const rows = flow([who, words, ...keys], columns - 8, '   ').map(
      (row, line) => `${line === 0 ? '    ' : '       '}${row.trimStart()}`,
    );
    if (card.warning !== undefined) rows.push(`       ${style.warn(cut(card.warning, columns - 8))}`);
    return rows;
  });
  if (cards.length > 0)
    lines.push(
      ...wrap('Let in only who tells you the same four words.', columns - 8).map((row) => style.quiet(`       ${row}`)),
    );
  const more = cards.length - maxDoorRows;
  if (more > 0) lines.push(style.quiet(`       and ${more} more at the door`));
  return lines;
}

function footer(view: LiveView, style: Style, columns: number): string[] {
  const watching =
    ['nobody is watching', '1 person is watching'][view.guestsOnline] ?? `${view.guestsOnline} people are watching`;
  if (view.input.kind === 'ending') return [`  ${style.quiet('Ending… Ctrl+C again ends at once')}`];
  if (view.input.kind === 'confirm-panic') {
    return [
      `  ${style.bad('Stop the agent, freeze the room and revoke every link?')}   ${style.bold('!')} yes   ${style.quiet('Esc back')}`,
    ];
  }
  if (view.input.kind === 'help') {
    return [
      ['l', 'let in who is at the door', 'x', 'deny'],
      ['a', 'allow once', 's', 'allow for this session', 'd', 'deny'],
      ['f', 'deny with feedback', 'n', 'next request'],
      ['o', 'open your page', 'c', 'copy the link', 'q', 'show its QR code'],
      ['i', 'interrupt the agent', 'g', 'go on with the queue', 'p', 'pause sharing or go on'],
      ['!', 'panic: stop the agent, revoke all links'],
      ['Ctrl+C', 'end for everyone', '?', 'close this list'],
    ].map(
      (row) => `  ${row.map((text, at) => (at % 2 === 0 ? style.bold(text) : `${style.quiet(text)}   `)).join(' ')}`,
    );
  }
  const end = `Ctrl+C end (${watching})`;
  // Where it is narrow the list of all keys is one key away; what opens the own page stays longest.
  const rows = [
    [
      '? all keys',
      'o open page',
      'c copy link',
      'p pause sharing',
      '! panic stop',
      `Ctrl+C end for everyone (${watching})`,
    ],
    ['? all keys', 'o open page', 'c copy link', 'p pause sharing', '! panic stop', end],
    ['? all keys', 'o open page', 'c copy link', 'p pause sharing', end],
    ['? all keys', 'o open page', 'c copy link', end],
    ['? all keys', 'o open page', end],
    ['? all keys', 'o open page', 'Ctrl+C end'],
  ].map((keys) => keys.join('    '));
  const shown = rows.find((row) => width(row) <= columns - 2) ?? '? all keys    Ctrl+C end';
  return [`  ${style.quiet(cut(shown, columns - 2))}`];
}

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
