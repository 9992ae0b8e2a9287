import { Lexer, Tokenizer, type TokenizerObject, type Tokens } from 'marked';

/** Chinese, Japanese and Korean text has no blanks: a sign beside one of these stands at the edge of a word. */
const eastAsian = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff00-\uffef]/u;
/** What ends an address in running text of these scripts. A path may hold their letters. */
const endOfAddress = /[\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff3d\uff5b-\uff65“”‘’…]/;
const marks = /\*+|~~+/g;
const punctuation = /[\p{P}\p{S}]/u;
const letter = '字';

/**
 * The rules of Markdown take marks between punctuation and a letter for some that cannot close (or open), as those in
 * `**注意：**请`. Where marks touch these scripts, the punctuation beside them counts as a letter, for finding them only.
 */
export function punctuationAsLetters(masked: string): string {
  if (!eastAsian.test(masked)) return masked;
  const units = masked.split('');
  for (const found of masked.matchAll(marks)) {
    const beside = [found.index - 1, found.index + found[0].length];
    if (!beside.some((at) => eastAsian.test(masked[at] ?? ''))) continue;
    for (const at of beside) {
      const unit = masked[at] ?? '*';
      if (!'*_~\\'.includes(unit) && punctuation.test(unit)) units[at] = letter;
    }
  }
  return units.join('');
}

/** Finds where something ends; what is inside of it is read from the text as it is. */
class Unread extends Lexer {
  override inlineTokens(): [] {
    return [];
  }
}
const unread = new Unread({});

/** The same marks of Markdown, read as people of these scripts write them; and a single tilde strikes nothing. */
export const eastAsianMarks: TokenizerObject = {
  emStrong(src, masked, before) {
    // `masked` went through `punctuationAsLetters`; the opening marks are looked at in `src`.
    const seen = masked.slice(-src.length);
    const at = /^[*_]+/.exec(src)?.[0].length ?? 0;
    if (seen[at] !== letter || src[at] === letter) return false;
    const finder = new Tokenizer(this.options);
    finder.rules = this.rules;
    finder.lexer = unread;
    const found: Tokens.Em | Tokens.Strong | undefined = finder.emStrong(seen, masked, before);
    if (found === undefined) return undefined;
    const raw = src.slice(0, found.raw.length);
    const edge = found.type === 'em' ? 1 : 2;
    const text = raw.slice(edge, -edge);
    return { ...found, raw, text, tokens: this.lexer.inlineTokens(text) };
  },
  del(src) {
    // `10~20` and `~5` are amounts, `~/a:~/b` are places.
    return src.startsWith('~') && !src.startsWith('~~') ? undefined : false;
  },
  url(src) {
    const end = src.search(endOfAddress);
    const isCut = end > 0 && !/[\s<]/.test(src.slice(0, end));
    return isCut ? Tokenizer.prototype.url.call(this, src.slice(0, end)) : false;
  },
};
