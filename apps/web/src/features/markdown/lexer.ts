import { Lexer, Marked, type MarkedToken, type Token, Tokenizer, type TokenizerObject } from 'marked';
import { eastAsianMarks, punctuationAsLetters } from './east-asian.ts';
import { blockMath, inlineMath, isMath } from './math-syntax.ts';

const dialect = (tokenizer: TokenizerObject) =>
  new Marked({
    gfm: true,
    breaks: false,
    extensions: [blockMath, inlineMath],
    tokenizer,
    hooks: { emStrongMask: punctuationAsLetters },
  });
const marked = dialect(eastAsianMarks);
/** For cutting alone. A second definition of one label would be dropped, and with it the cut: it is text here. */
const cutting = dialect({
  ...eastAsianMarks,
  def(src) {
    const found = Tokenizer.prototype.def.call(this, src);
    return found !== undefined && found.tag in this.lexer.tokens.links ? undefined : false;
  },
});

/** Definitions of reference links, by their label. */
export type Links = Lexer['tokens']['links'];
const noLinks: Links = {};

export const isKnown = (token: Token): token is MarkedToken => !isMath(token);

/**
 * Lists in lists, quotes in quotes: beyond this depth of markers on one line the text is shown as it is. Reading it
 * would take time that grows with the square of it, and drawing it a tree as deep as it is long. The two ways to be too
 * deep share no line: a line of nothing but spaces would be tried at each of them otherwise.
 */
const tooDeep = /^(?:[ \t]{0,159}(?:>[ \t]?|(?:[-*+]|\d{1,9}[.)])[ \t]+){16,}|[ \t]{160,}[-*+\d>]).*\n?/m;

/** The first line that is too deep, and where it ends. */
export function deepLine(text: string): { at: number; end: number } | undefined {
  const found = tooDeep.exec(text);
  return found === null ? undefined : { at: found.index, end: found.index + found[0].length };
}

/** Cuts text into its blocks, without reading what is inside of them. Joined again they are the text. */
export function blockTokens(text: string): { tokens: Token[]; links: Links } {
  const lexer = new Lexer(cutting.defaults);
  return { tokens: lexer.blockTokens(text, []), links: lexer.tokens.links };
}

/** Reads one block, with what is inside of it. */
export function readBlock(raw: string, links: Links = noLinks): Token[] {
  const lexer = new Lexer(marked.defaults);
  Object.assign(lexer.tokens.links, links);
  return lexer.lex(raw);
}

/** Reads text that stands inside of a block. */
export function readInline(text: string, links: Links = noLinks): Token[] {
  const lexer = new Lexer(marked.defaults);
  Object.assign(lexer.tokens.links, links);
  return lexer.inlineTokens(text, []);
}
