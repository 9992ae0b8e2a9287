/**
 * A shell line as far as it can be told without running it: the simple commands in it, wherever they stand (chained,
 * piped, in a substitution, in a subshell), each with its words as the shell would see them after quotes are gone.
 * It is read for risks, never run; what cannot be told makes it uncertain.
 */
export type SimpleCommand = {
  words: string[];
  /** Files that are written or read by `>`, `>>`, `<`. */
  redirects: { isWriting: boolean; target: string }[];
  /** Reads what another command, a here-document or a here-string gives it. */
  isFed: boolean;
};
export type ShellLine = { commands: SimpleCommand[]; isCertain: boolean };

const maxDepth = 8;
const maxUnits = 64 * 1024;
const keywords = new Set(['if', 'then', 'elif', 'else', 'do', 'while', 'until', '!', '{', '}', 'time', 'fi', 'done']);
const ansi: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', "'": "'", '"': '"' };

/** Reads a line or a script. Never throws. */
export function readShell(text: string, depth = 0): ShellLine {
  if (depth > maxDepth || text.length > maxUnits) return { commands: [], isCertain: false };
  return new Reader(text, depth).read();
}

class Reader {
  readonly #text: string;
  readonly #depth: number;
  #at = 0;
  #isCertain = true;
  readonly #commands: SimpleCommand[] = [];
  #current: SimpleCommand = { words: [], redirects: [], isFed: false };
  #word: string | undefined;
  #redirect: '>' | '<' | '<<<' | undefined;
  #heredocs: Array<{ end: string; isQuoted: boolean }> = [];

  constructor(text: string, depth: number) {
    this.#text = text;
    this.#depth = depth;
  }

  read(): ShellLine {
    while (this.#at < this.#text.length) this.#step();
    this.#endCommand(false);
    return { commands: this.#commands, isCertain: this.#isCertain };
  }

  /** Only what is substituted in it: it is the body of a here-document, or a sum. */
  readAsText(): ShellLine {
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at];
      if (char === '\\') this.#at += 2;
      else if (char === '$') this.#dollar(true);
      else if (char === '`') this.#backquoted();
      else this.#at += 1;
    }
    return { commands: this.#commands, isCertain: this.#isCertain };
  }

  #step(): void {
    const text = this.#text;
    const char = text[this.#at] ?? '';
    const next = text[this.#at + 1] ?? '';
    if (char === '\n') {
      this.#at += 1;
      this.#endCommand(false);
      this.#skipHeredocs();
    } else if (/\s/.test(char)) {
      this.#at += 1;
      this.#endWord();
    } else if (char === '#' && this.#word === undefined) {
      const end = text.indexOf('\n', this.#at);
      this.#at = end === -1 ? text.length : end;
    } else if (char === '\\') {
      if (next !== '\n') this.#append(next);
      this.#at += 2;
    } else if (char === "'") this.#quoted();
    else if (char === '"') this.#doubleQuoted();
    else if (char === '$') this.#dollar(false);
    else if (char === '`') this.#backquoted();
    else if (char === '|' || char === ';' || char === '&') this.#operator(char, next);
    else if (char === '(' || char === ')') {
      this.#at += 1;
      this.#endCommand(false);
    } else if (char === '>' || char === '<') this.#angle(char, next);
    else {
      this.#append(char);
      this.#at += 1;
    }
  }

  #append(text: string): void {
    this.#word = (this.#word ?? '') + text;
  }

  #endWord(): void {
    const word = this.#word;
    this.#word = undefined;
    if (word === undefined) return;
    if (this.#redirect === '<<<') {
      if (isInterpreter(this.#current.words[0] ?? '')) this.#current.words.push('-c', word);
      this.#redirect = undefined;
    } else if (this.#redirect !== undefined) {
      this.#current.redirects.push({ isWriting: this.#redirect === '>', target: word });
      this.#redirect = undefined;
    } else if (this.#current.words.length > 0 || !keywords.has(word)) this.#current.words.push(word);
  }

  #endCommand(feedsNext: boolean): void {
    this.#endWord();
    if (this.#current.words.length > 0 || this.#current.redirects.length > 0) this.#commands.push(this.#current);
    this.#current = { words: [], redirects: [], isFed: feedsNext };
    this.#redirect = undefined;
  }

  #operator(char: string, next: string): void {
    // `2>&1` and `&>` are redirections; the sign before them is no end of a command.
    if (char === '&' && next === '>') {
      this.#at += 1;
      return;
    }
    const isPipe = char === '|' && next !== '|';
    this.#at += (char === next && char !== ';') || (char === '|' && next === '&') ? 2 : 1;
    this.#endCommand(isPipe);
  }

  #quoted(): void {
    const end = this.#text.indexOf("'", this.#at + 1);
    if (end === -1) this.#isCertain = false;
    this.#append(this.#text.slice(this.#at + 1, end === -1 ? undefined : end));
    this.#at = end === -1 ? this.#text.length : end + 1;
  }

  #doubleQuoted(): void {
    this.#append('');
    this.#at += 1;
    for (;;) {
      const char = this.#text[this.#at];
      if (char === undefined) {
        this.#isCertain = false;
        return;
      }
      if (char === '"') {
        this.#at += 1;
        return;
      }
      if (char === '\\') {
        const next = this.#text[this.#at + 1] ?? '';
        this.#append('$`"\\\n'.includes(next) ? (next === '\n' ? '' : next) : `\\${next}`);
        this.#at += 2;
      } else if (char === '$') this.#dollar(true);
      else if (char === '`') this.#backquoted();
      else {
        this.#append(char);
        this.#at += 1;
      }
    }
  }

  #dollar(isQuoted: boolean): void {
    const rest = this.#text.slice(this.#at, this.#at + 3);
    if (rest.startsWith('$((')) {
      const whole = this.#balanced('((', '))');
      this.#runsIn(whole.slice(3));
      this.#append(whole);
    } else if (rest.startsWith('$(')) {
      this.#substitute(this.#balanced('(', ')').slice(2, -1));
    } else if (rest.startsWith('${')) {
      const whole = this.#balanced('{', '}');
      if (/[`(]/.test(whole)) this.#isCertain = false;
      this.#append(whole);
    } else if (rest.startsWith("$'") && !isQuoted) {
      this.#at += 1;
      const start = this.#at;
      let end = start + 1;
      while (end < this.#text.length && this.#text[end] !== "'") end += this.#text[end] === '\\' ? 2 : 1;
      this.#append(decodeAnsi(this.#text.slice(start + 1, end)));
      this.#at = end + 1;
    } else {
      const name = /^\$(?:\w+|[@*#?$!-])?/.exec(this.#text.slice(this.#at, this.#at + 200))?.[0] ?? '$';
      this.#append(name);
      this.#at += name.length;
    }
  }

  #backquoted(): void {
    let end = this.#at + 1;
    while (end < this.#text.length && this.#text[end] !== '`') end += this.#text[end] === '\\' ? 2 : 1;
    if (end >= this.#text.length) this.#isCertain = false;
    const inner = this.#text.slice(this.#at + 1, end).replaceAll(/\\([`\\$])/g, '$1');
    this.#at = end + 1;
    this.#substitute(inner);
  }

  /** What stands in its place is known only when it has run: `$()` marks it. */
  #substitute(inner: string): void {
    const { commands, isCertain } = readShell(inner, this.#depth + 1);
    this.#commands.push(...commands);
    if (!isCertain) this.#isCertain = false;
    this.#append('$()');
  }

  /** Of a text that is none of a shell, what it substitutes runs all the same. */
  #runsIn(text: string): void {
    if (this.#depth > maxDepth) {
      this.#isCertain = false;
      return;
    }
    const { commands, isCertain } = new Reader(text, this.#depth + 1).readAsText();
    this.#commands.push(...commands);
    if (!isCertain) this.#isCertain = false;
  }

  /** From the sign at the cursor to its partner, both with it. Quotes hide brackets. */
  #balanced(open: string, close: string): string {
    const start = this.#at;
    let depth = 0;
    for (let at = start + 1; at < this.#text.length; at += 1) {
      const char = this.#text[at];
      if (char === '\\') at += 1;
      else if (char === "'") {
        const end = this.#text.indexOf("'", at + 1);
        if (end === -1) break;
        at = end;
      } else if (this.#text.startsWith(open, at)) {
        depth += 1;
        at += open.length - 1;
      } else if (this.#text.startsWith(close, at)) {
        depth -= 1;
        at += close.length - 1;
        if (depth === 0) {
          this.#at = at + 1;
          return this.#text.slice(start, this.#at);
        }
      }
    }
    this.#isCertain = false;
    this.#at = this.#text.length;
    return this.#text.slice(start);
  }

  #angle(char: '>' | '<', next: string): void {
    if (next === '(') {
      this.#substitute(this.#balanced('(', ')').slice(2, -1));
      return;
    }
    // The number in `2>` names a stream; it is no word.
    if (/^\d+$/.test(this.#word ?? '')) this.#word = undefined;
    else this.#endWord();
    if (char === '<' && next === '<') {
      this.#current.isFed = true;
      const isString = this.#text[this.#at + 2] === '<';
      this.#at += isString ? 3 : 2;
      if (isString) this.#redirect = '<<<';
      else this.#heredoc();
      return;
    }
    this.#at += 1;
    while ('>|&'.includes(this.#text[this.#at] ?? ' ')) {
      // `>&2` and `<&-` copy streams.
      const copied = /^&[\d-]+/.exec(this.#text.slice(this.#at, this.#at + 8))?.[0];
      if (copied !== undefined) {
        this.#at += copied.length;
        return;
      }
      this.#at += 1;
    }
    this.#redirect = char;
  }

  #heredoc(): void {
    const found = /^-?\s*(?:'([^'\n]*)'|"([^"\n]*)"|\\?([^\s;&|<>()]+))/.exec(
      this.#text.slice(this.#at, this.#at + 300),
    );
    if (found === null) {
      this.#isCertain = false;
      return;
    }
    this.#at += found[0].length;
    const [, single, double, bare = ''] = found;
    const isQuoted = single !== undefined || double !== undefined || found[0].trimStart().replace(/^-\s*/, '') !== bare;
    this.#heredocs.push({ end: single ?? double ?? bare, isQuoted });
  }

  /** What feeds an interpreter is a script of its own; what feeds others is contents. */
  #skipHeredocs(): void {
    const waiting = this.#heredocs;
    this.#heredocs = [];
    for (const { end, isQuoted } of waiting) {
      const lines = this.#text.slice(this.#at).split('\n');
      const last = lines.findIndex((line) => line.trimStart() === end);
      if (last === -1) this.#isCertain = false;
      const body = lines.slice(0, last === -1 ? undefined : last).join('\n');
      this.#at += lines.slice(0, last === -1 ? undefined : last + 1).join('\n').length + 1;
      const fed = this.#commands.at(-1);
      if (fed !== undefined) fed.words.push(...heredocWords(fed, body));
      if (!isQuoted) this.#runsIn(body);
    }
  }
}

const heredocWords = ({ words }: SimpleCommand, body: string): string[] =>
  isInterpreter(words[0] ?? '') ? ['-c', body] : [];

const interpreters =
  /^(?:(?:ba|z|da|k|fi|a)?sh|python[\d.]*|node|deno|bun|perl|ruby|php|lua|[gmn]?awk|Rscript|osascript|pwsh|powershell|psql|mysql|mariadb|mongosh?|sqlite3)$/;
/** Whether this program runs what it is fed or given as text. */
export const isInterpreter = (name: string): boolean => interpreters.test(baseName(name));

export const baseName = (name: string): string => name.split('/').at(-1) ?? name;

const decodeAnsi = (text: string): string =>
  text.replaceAll(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|([0-7]{1,3})|(.))/gs,
    (_, hex, unicode, octal, plain) => {
      if (hex ?? unicode) return String.fromCharCode(Number.parseInt(hex ?? unicode, 16));
      return octal === undefined ? (ansi[plain] ?? plain) : String.fromCharCode(Number.parseInt(octal, 8) & 255);
    },
  );
