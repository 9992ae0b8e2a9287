import type { BigText } from '@collagility/protocol/events';
import type { RoomState, TimelineItem, ToolItem } from '@collagility/protocol/state';
import { plainTerminalText } from '../transcript/terminal-text.ts';
import { toolFields } from '../transcript/tool-fields.ts';

export type Hit = {
  id: string;
  seq: number;
  kind: TimelineItem['kind'];
  who: string;
  atMs: number;
  before: string;
  match: string;
  after: string;
};

const aroundUnits = 60;
/** A list that is longer helps nobody. */
export const maxHits = 200;

type Names = Pick<RoomState, 'participants' | 'agents'>;

/** The newest items in which `query` stands, whatever the case of its letters. */
export function findInItems(items: readonly TimelineItem[], query: string, names: Names): Hit[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return [];
  const hits: Hit[] = [];
  for (let at = items.length - 1; at >= 0 && hits.length < maxHits; at--) {
    const item = items[at];
    if (item === undefined) continue;
    const text = textOf(item);
    const found = text.toLowerCase().indexOf(wanted);
    if (found === -1) continue;
    hits.push({
      id: item.id,
      seq: item.seq,
      kind: item.kind,
      who: whoOf(item, names),
      atMs: item.atMs,
      before: `${found > aroundUnits ? '…' : ''}${oneLine(text.slice(Math.max(0, found - aroundUnits), found))}`,
      match: oneLine(text.slice(found, found + wanted.length)),
      after: oneLine(text.slice(found + wanted.length, found + wanted.length + 2 * aroundUnits)),
    });
  }
  return hits;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
const bothEnds = (value: BigText | undefined): string =>
  value === undefined ? '' : 'text' in value ? value.text : `${value.head}\n${value.tail}`;

/** As the tool's card shows it: no quotes and braces, and nothing twice that the title says already. */
const inputText = ({ title, input }: ToolItem): string =>
  toolFields(bothEnds(input))
    .filter(([, value]) => value !== title)
    // What was cut in its middle is no JSON any more, but still reads as such.
    .map(([name, value]) => (name === 'input' && /^\s*[[{]/.test(value) ? wordsOfJson(value) : `${name} ${value}`))
    .join('\n');

const escapes: Record<string, string> = { n: '\n', t: '\t', r: '', b: '', f: '' };

/** The words in text that was JSON: escapes are what they stand for, and the marks around them are left out. */
function wordsOfJson(json: string): string {
  return json.replace(
    /\\(?:u([0-9a-fA-F]{4})|(.))|"\s*:\s*|"\s*,\s*"?|["{}]/gs,
    (mark, unit: string | undefined, letter: string | undefined) => {
      if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
      if (letter !== undefined) return escapes[letter] ?? letter;
      return mark.length === 1 ? '' : ' ';
    },
  );
}

function textOf(item: TimelineItem): string {
  switch (item.kind) {
    case 'prompt':
      return item.text;
    case 'text':
    case 'reasoning':
      return bothEnds(item.content);
    case 'tool':
      return `${item.title}\n${inputText(item)}\n${plainTerminalText(bothEnds(item.output))}`;
    case 'file':
      return `${item.path}\n${bothEnds(item.diff)}`;
    case 'plan':
      return item.entries.map(({ text }) => text).join('\n');
    case 'approval':
      return `${item.request.title}\n${item.request.shown}`;
    case 'error':
      return `${item.message} ${item.code}`;
    case 'notice':
    case 'steer':
      return item.text;
    case 'people':
      return item.name;
    case 'suggestion':
      return item.suggestion.text;
    default:
      return '';
  }
}

function whoOf(item: TimelineItem, { participants, agents }: Names): string {
  if (item.kind === 'prompt' || item.kind === 'steer') return participants[item.by]?.name ?? '';
  if (item.kind === 'suggestion') return participants[item.suggestion.by]?.name ?? '';
  if (item.kind === 'people') return item.name;
  const agentId = item.kind === 'approval' ? item.request.agentId : 'agentId' in item ? item.agentId : undefined;
  return agentId === undefined ? '' : (agents[agentId]?.name ?? '');
}
