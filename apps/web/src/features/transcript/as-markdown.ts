import type { BigText } from '@collagility/protocol/events';
import type { ParticipantId } from '@collagility/protocol/ids';
import type { RoomState, TimelineItem } from '@collagility/protocol/state';
import { withoutTerminalCodes } from '../../lib/without-terminal-codes.ts';
import { strings } from '../../strings.ts';
import { recordWord } from '../approvals/record-word.ts';
import { sizeOf } from './big-text.ts';
import { plainTerminalText } from './terminal-text.ts';

const words = strings.transcript;
/** Output in a copied turn: its end, where the result stands. */
const maxOutputUnits = 4_000;

type Names = Pick<RoomState, 'participants' | 'agents'>;

/** One item of the transcript as Markdown; empty where there is nothing to say. */
export function asMarkdown(item: TimelineItem, names: Names): string {
  switch (item.kind) {
    case 'prompt':
      return `**${nameOf(item.by, names)}:**\n\n${item.whole === undefined ? item.text : wholeOf({ ...item.whole, head: item.text, tail: '' })}`;
    case 'steer':
      return `**${nameOf(item.by, names)}:**\n\n${item.text}`;
    case 'text':
      return item.content === undefined ? '' : withoutTerminalCodes(wholeOf(item.content));
    case 'reasoning':
      return item.content === undefined ? '' : quoted(withoutTerminalCodes(wholeOf(item.content)));
    case 'tool': {
      const output = item.output === undefined ? '' : plainTerminalText(wholeOf(item.output)).slice(-maxOutputUnits);
      const head =
        item.toolKind === 'execute' ? fenced('sh', item.title) : `*${words.toolUsed}: ${inlineCode(item.title)}*`;
      return output.trim() === '' || item.toolKind !== 'execute' ? head : `${head}\n\n${fenced('', output)}`;
    }
    case 'file':
      return `*${words.file[item.change]}* ${inlineCode(item.path)} (+${item.added} −${item.removed})\n\n${fenced('diff', wholeOf(item.diff))}`;
    case 'plan':
      return item.entries.map(({ text, status }) => `- [${status === 'completed' ? 'x' : ' '}] ${text}`).join('\n');
    case 'approval':
      return item.resolution === undefined ? '' : `*${recordWord(item, item.resolution)}: ${item.request.title}*`;
    case 'error':
      return quoted(`**${words.errorHead}** ${item.message}`);
    case 'notice':
      return `*${item.text}*`;
    default:
      return '';
  }
}

/** A turn: its prompt, and what the agent did and said. */
export function turnAsMarkdown(items: readonly TimelineItem[], promptId: string, names: Names): string {
  return items
    .filter((item) => promptOf(item) === promptId)
    .map((item) => asMarkdown(item, names))
    .filter((text) => text !== '')
    .join('\n\n');
}

const promptOf = (item: TimelineItem): string | undefined =>
  item.kind === 'approval' ? item.request.promptId : 'promptId' in item ? item.promptId : undefined;

const nameOf = (id: ParticipantId, { participants }: Names): string => participants[id]?.name ?? '?';

const wholeOf = (value: BigText): string =>
  'text' in value ? value.text : `${value.head}\n\n[… ${words.bigValue(sizeOf(value.len))}]\n\n${value.tail}`;

const quoted = (text: string): string =>
  text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

/** A fence that is longer than every run of backticks inside of it. */
function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}

function inlineCode(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const ticks = '`'.repeat(longest + 1);
  return longest === 0 ? `${ticks}${text}${ticks}` : `${ticks} ${text} ${ticks}`;
}
