import type { Token, TokenizerAndRendererExtension } from 'marked';

/** A formula, as LaTeX. A single dollar begins none: it is money or a shell's variable. */
export type MathToken = { type: 'math'; raw: string; text: string; isBlock: boolean };

export const isMath = (token: Token): token is Token & MathToken => token.type === 'math';

const closedBlock = /^ {0,3}(?:\$\$[ \t]*\n?([^$]+?)\$\$|\\\[([\s\S]+?)\\\])[ \t]*(?:\n|$)/;
/** Like an open fence it goes on to the end, so that what follows never flips from paragraphs to a formula. */
const openBlock = /^ {0,3}(?:\$\$|\\\[)[ \t]*\n([\s\S]*)$/;
const inline = /^(?:\$\$([^$\n]+?)\$\$|\\\(([^\n]+?)\\\))/;

/** `echo $$ and kill $$` speaks of a process: words with blanks at an edge and without any sign of a formula. */
const isFormula = (text: string): boolean => text.trim() === text || /[\\^_{}]|\S\s*=\s*\S/.test(text);

export const blockMath: TokenizerAndRendererExtension = {
  name: 'math',
  level: 'block',
  start: (source) => source.match(/\n {0,3}(?:\$\$|\\\[)/)?.index,
  tokenizer(source): MathToken | undefined {
    const closed = closedBlock.exec(source);
    if (closed !== null)
      return { type: 'math', raw: closed[0], text: (closed[1] ?? closed[2] ?? '').trim(), isBlock: true };
    const open = openBlock.exec(source);
    return open === null ? undefined : { type: 'math', raw: open[0], text: (open[1] ?? '').trim(), isBlock: true };
  },
};

export const inlineMath: TokenizerAndRendererExtension = {
  name: 'math',
  level: 'inline',
  start: (source) => source.match(/\$\$|\\\(/)?.index,
  tokenizer(source): MathToken | undefined {
    const found = inline.exec(source);
    if (found === null || (found[1] !== undefined && !isFormula(found[1]))) return undefined;
    return { type: 'math', raw: found[0], text: (found[1] ?? found[2] ?? '').trim(), isBlock: false };
  },
};
