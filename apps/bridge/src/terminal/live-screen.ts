import { approvalFrame, isShownWhole, maxShownRows, requestRows } from './approval-frame.ts';
import { doorLines, maxDoorRows } from './door-lines.ts';
import { rowsLeft, rowsTaken } from './fitting.ts';
import { fold } from './fold.ts';
import { footer } from './footer.ts';
import type { LiveView } from './live-view.ts';
import { safeText } from './safe-text.ts';
import { cut, padEnd, type Style, width, wrap } from './style.ts';

/** People beyond these are counted, not listed: the page has the whole list. */
const maxPeopleRows = 6;

/** In a smaller window nothing that decides has a place, so it is not looked for. */
const minColumns = 16;
const minRows = 6;

/** Less of a text than this says nothing; it takes a row of its own rather. */
const minCutColumns = 24;

export type LiveFrame = {
  lines: string[];
  /** The card that the keys decide about is there, with its four words. */
  isDoorWhole: boolean;
  /** The request that waits is there with its title: whole, or with lines left out. */
  request: 'whole' | 'cut' | 'absent';
};

/** What has its place in the window; `maxRows` is `undefined` where no row of the request has. */
type Plan = { hasHelp: boolean; cards: number; maxRows: number | undefined; isDense: boolean };

/**
 * The moving part: people, the door, the request that waits, the keys. Redrawn in place. In a low window the people
 * give way first, and no key is offered for what is not seen.
 */
export function liveScreen(view: LiveView, style: Style, columns: number, rows: number): LiveFrame {
  const request = view.approval === undefined ? [] : requestRows(view.approval, columns);
  const isTiny = columns < minColumns || rows < minRows;
  for (const plan of isTiny ? [] : plans(view, request.length)) {
    const lines = decided(view, request, style, columns, plan);
    let free = rowsLeft(lines, columns, rows);
    if (free < 0) continue;
    const head = ['', ...people(view, style, columns)].flatMap((line) => fold(line, columns));
    const end = head.findIndex((line) => {
      free -= rowsTaken([line], columns);
      return free < 0;
    });
    return {
      lines: [...head.slice(0, end === -1 ? head.length : end), ...lines],
      isDoorWhole: view.door.length > 0 && plan.cards > 0,
      request: seen(view, request, plan),
    };
  }
  // Only the end of it has a place; it offers nothing that decides.
  return { lines: decided(view, request, style, columns, nothingSeen), isDoorWhole: false, request: 'absent' };
}

const nothingSeen: Plan = { hasHelp: false, cards: 0, maxRows: undefined, isDense: true };

/** From all to nothing: the list of keys gives way first, then who waits behind the first, then the request's lines. */
function* plans(view: LiveView, wanted: number): Generator<Plan> {
  const all: Plan = { hasHelp: false, cards: maxDoorRows, maxRows: maxShownRows, isDense: false };
  if (view.input.kind === 'help') yield { ...all, hasHelp: true };
  for (let cards = maxDoorRows; cards > 0; cards--) yield { ...all, cards };
  const fewer = Array.from({ length: Math.min(wanted, maxShownRows) }, (_, at) => at).reverse();
  for (const cards of [1, 0])
    for (const maxRows of [maxShownRows, ...fewer]) yield { hasHelp: false, cards, maxRows, isDense: true };
  yield { ...nothingSeen, cards: 1 };
  yield nothingSeen;
}

function seen({ approval }: LiveView, request: readonly string[], { maxRows }: Plan): LiveFrame['request'] {
  if (approval === undefined || maxRows === undefined) return 'absent';
  return isShownWhole(approval, request, maxRows) ? 'whole' : 'cut';
}

/** All but the people. */
function decided(view: LiveView, request: readonly string[], style: Style, columns: number, plan: Plan): string[] {
  const lines = doorLines(view.door, style, columns, plan.cards);
  if (view.approval !== undefined && plan.maxRows === undefined) {
    const title = cut(safeText(view.approval.title), 24);
    const text = `A request waits (${title}): make this window higher, or press o.`;
    lines.push(...wrap(text, columns - 8).map((row, at) => `    ${at === 0 ? style.accent('?') : ' '}  ${row}`));
  } else if (view.approval !== undefined && plan.maxRows !== undefined) {
    lines.push(
      ...(plan.isDense ? [] : ['']),
      ...approvalFrame(view.approval, view.input, style, columns, {
        rows: request,
        maxRows: plan.maxRows,
        isDense: plan.isDense,
      }),
    );
  }
  lines.push('');
  if (view.link !== undefined) lines.push(`  ${style.bad('●')} ${cut(view.link, columns - 4)}`);
  if (view.queue !== undefined) {
    const how = view.queue.mayGoOn ? `${style.bold('g')} go on` : 'start the agent on your page (o)';
    const { length } = view.queue.agentIds;
    const held = length === 1 ? 'the queue is held' : `${length} queues are held`;
    const why = cut(`${held}: ${safeText(view.queue.why)}`, Math.max(minCutColumns, columns - width(how) - 8));
    lines.push(`  ${style.warn('●')} ${why}   ${how}`);
  }
  if (view.paused !== undefined) {
    const text = view.paused === 'panic' ? 'stopped by panic: agent stopped, links revoked' : 'sharing is paused';
    lines.push(`  ${style.warn('●')} ${text}   ${style.bold('p')} go on`);
  }
  lines.push(...footer(view, style, columns, plan.hasHelp));
  return lines.flatMap((line) => fold(line, columns));
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
    const text = `${initial}  ${padEnd(name, nameColumns)}  ${cut(person.detail, Math.max(minCutColumns, columns - nameColumns - 24))}`;
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

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
