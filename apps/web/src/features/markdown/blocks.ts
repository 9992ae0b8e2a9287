import { withoutTerminalCodes } from '../../lib/without-terminal-codes.ts';
import { blockTokens, deepLine, type Links } from './lexer.ts';

type Block = { type: string; raw: string };
/** A text cut into blocks. Blocks that are settled keep their identity when the text grows. */
export type Blocks = { text: string; blocks: readonly Block[]; links: Links };

function plainLines(source: string): string {
  const text = withoutTerminalCodes(source);
  return text.includes('\r') ? text.replace(/\r\n|\r/g, '\n') : text;
}

/** The last blocks may still become something else: a table, a longer list, a heading underlined. */
const openBlocks = 2;
const none: Blocks = { text: '', blocks: [], links: {} };

/**
 * The blocks of `text`. Where it only grew since `before`, what was settled is not read again: the work is that of the
 * open tail, however long the text is.
 */
export function growBlocks(before: Blocks | undefined, source: string): Blocks {
  const text = plainLines(source);
  const known = before !== undefined && text.startsWith(before.text) ? before : none;
  if (known.text.length === text.length && known !== none) return known;
  const longer = growFence(known, text);
  if (longer !== undefined) return longer;
  const settled = settledOf(known.blocks);
  const from = settled.reduce((sum, block) => sum + block.raw.length, 0);
  const { blocks: tail, links } = cut(text.slice(from));
  // A lexer that drops or changes characters would shift everything after: then the text is one plain block.
  if (tail.reduce((sum, block) => sum + block.raw.length, from) !== text.length)
    return { text, blocks: [{ type: 'paragraph', raw: text }], links: {} };
  return { text, blocks: [...settled, ...tail], links: { ...known.links, ...links } };
}

const openingFence = /^(`{3,}(?!`)|~{3,}(?!~))[^\n`]*\n/;

/** A fence that is open takes what comes, line by line, until one closes it: a long block is not read again and again. */
function growFence(known: Blocks, text: string): Blocks | undefined {
  const last = known.blocks[known.blocks.length - 1];
  const fence = last?.type === 'code' ? openingFence.exec(last.raw)?.[1] : undefined;
  if (last === undefined || fence === undefined) return undefined;
  // From the beginning of the line in which the known text ended: its closing may just have come.
  const lineStart = known.text.lastIndexOf('\n') + 1;
  if (hasClosing(last.raw.slice(0, lineStart - (known.text.length - last.raw.length)), fence, true)) return undefined;
  if (hasClosing(text.slice(lineStart), fence, false)) return undefined;
  const raw = last.raw + text.slice(known.text.length);
  return { ...known, text, blocks: [...known.blocks.slice(0, -1), { type: 'code', raw }] };
}

/** `isEnd`: only its last line is looked at; the lines before it were, when they came. */
function hasClosing(lines: string, fence: string, isEnd: boolean): boolean {
  const sign = fence[0] === '~' ? '~' : '`';
  const closing = new RegExp(`^ {0,3}${sign}{${fence.length},}[ \\t]*$`, 'm');
  const looked = isEnd ? lines.trimEnd().slice(lines.trimEnd().lastIndexOf('\n') + 1) : lines;
  return closing.test(looked);
}

/** A line with markers too deep to be read stands alone, as the text it is. */
function cut(text: string): { blocks: Block[]; links: Links } {
  const blocks: Block[] = [];
  const links: Links = {};
  for (let rest = text; rest !== ''; ) {
    const deep = deepLine(rest);
    const readable = deep === undefined ? rest : rest.slice(0, deep.at);
    const read = blockTokens(readable);
    for (const { type, raw } of read.tokens) blocks.push({ type, raw });
    Object.assign(links, read.links);
    if (deep === undefined) break;
    blocks.push({ type: 'plain', raw: rest.slice(deep.at, deep.end) });
    rest = rest.slice(deep.end);
  }
  return { blocks, links };
}

function settledOf(blocks: readonly Block[]): readonly Block[] {
  let open = 0;
  for (let at = blocks.length - 1; at >= 0; at--) {
    if (blocks[at]?.type !== 'space') open += 1;
    if (open === openBlocks) return blocks.slice(0, at);
  }
  return [];
}
