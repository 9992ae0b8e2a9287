import { fold } from './fold.ts';
import { qrLines } from './qr.ts';
import { padEnd, type Style, width, wrap } from './style.ts';

export type ReadyView = {
  version: string;
  workspace: string;
  branch?: string;
  /** "Claude Code 2.1, logged in, asks before each tool". */
  agent: string;
  /** Why this one. */
  why: string;
  /** "Codex 0.98 (codex)". */
  alsoHere: string[];
  relay: string;
  /** Who can reach the link, in words, and how to widen it. */
  reach: string;
  title: string;
  isResumed: boolean;
  guestsSee: string;
  staysHere: string;
  /** "co-driver who suggests, lobby on". */
  invite: string;
  link: string;
  /** The link opens on this computer only. */
  isLocal: boolean;
  notices: string[];
};

const indent = '  ';
const labelColumns = 8;
const textColumns = 58;
const gap = 4;

/** What the host reads when the room is ready. `columns` and `rows` decide whether the QR code has a place. */
export function readyScreen(view: ReadyView, style: Style, columns: number, rows: number): string[] {
  const left = describe(view, style, Math.min(textColumns, columns - labelColumns - indent.length)).flatMap((line) =>
    fold(line, columns),
  );
  // One that leads nowhere from a phone is no use there.
  const code = style.isPlain || view.isLocal ? [] : qrLines(view.link);
  const codeColumns = width(code[0] ?? '');
  const leftColumns = Math.max(...left.map(width));
  const hasRoom = code.length > 0 && columns >= leftColumns + gap + codeColumns && rows >= code.length + 6;
  const height = hasRoom ? Math.max(left.length, code.length) : left.length;
  const lines = [''];
  for (let row = 0; row < height; row += 1) {
    const text = left[row] ?? '';
    lines.push(hasRoom && code[row] !== undefined ? padEnd(text, leftColumns + gap) + code[row] : text);
  }
  lines.push('', ...fold(`${indent}${style.bold('Link')}    ${style.quiet(view.invite)}`, columns));
  // Never broken by us: a link with a line end in it cannot be copied.
  lines.push(`${indent}${' '.repeat(labelColumns)}${view.link}`);
  if (view.isLocal)
    lines.push(...fold(`${indent}${' '.repeat(labelColumns)}${style.warn('works only on this computer')}`, columns));
  for (const notice of view.notices) {
    lines.push(
      '',
      ...wrap(notice, columns - 4).map((text, at) => `${indent}${at === 0 ? style.warn('!') : ' '} ${text}`),
    );
  }
  lines.push('');
  return lines;
}

function describe(view: ReadyView, style: Style, columns: number): string[] {
  const place = view.branch === undefined ? view.workspace : `${view.workspace} on ${view.branch}`;
  const lines = [
    `${indent}${style.bold('›')}${style.accent('_')} ${style.bold('Collagility')} ${view.version}    ${place}`,
    '',
  ];
  const entry = (label: string, texts: Array<[string, (text: string) => string]>, labelWidth = labelColumns) => {
    let head = style.bold(label) + ' '.repeat(Math.max(1, labelWidth - label.length));
    for (const [text, paint] of texts) {
      for (const part of wrap(text, columns + labelColumns - labelWidth)) {
        lines.push(`${indent}${head}${paint(part)}`);
        head = ' '.repeat(labelWidth);
      }
    }
  };
  const asIs = (text: string) => text;
  entry('Agent', [
    [view.agent, asIs],
    [view.why, style.quiet],
    ...(view.alsoHere.length === 0
      ? []
      : [
          [`also here: ${view.alsoHere.join(', ')}  (--agent)`, style.quiet] satisfies [
            string,
            (text: string) => string,
          ],
        ]),
  ]);
  entry('Relay', [
    [view.relay, asIs],
    [view.reach, style.quiet],
  ]);
  entry('Room', [
    [view.isResumed ? `${view.title}, resumed` : view.title, asIs],
    ['kept on this machine; --resume brings it back', style.quiet],
  ]);
  lines.push('');
  entry('Guests see', [[view.guestsSee, asIs]], 14);
  entry('Stays here', [[view.staysHere, asIs]], 14);
  return lines;
}
