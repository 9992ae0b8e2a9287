import type { LiveView } from './live-view.ts';
import { type Style, width, wrap } from './style.ts';

/** The keys that always act; the list of all of them where it was asked for and has its place. */
export function footer(view: LiveView, style: Style, columns: number, hasHelp: boolean): string[] {
  const watching =
    ['nobody is watching', '1 person is watching'][view.guestsOnline] ?? `${view.guestsOnline} people are watching`;
  if (view.input.kind === 'ending') return [`  ${style.quiet('Ending… Ctrl+C again ends at once')}`];
  if (view.input.kind === 'confirm-panic') {
    return [
      `  ${style.bad('Stop the agent, freeze the room and revoke every link?')}   ${style.bold('!')} yes   ${style.quiet('Esc back')}`,
    ];
  }
  if (view.input.kind === 'help' && !hasHelp)
    return wrap('The list of keys needs a higher window.    ? close    Ctrl+C end', columns - 2).map(
      (row) => `  ${style.quiet(row)}`,
    );
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
  return [`  ${style.quiet(shown)}`];
}
