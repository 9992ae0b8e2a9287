/** Programs with options whose value is a command line that they run. */
const options: Readonly<Record<string, RegExp>> = {
  tar: /^--(?:to-c|use-c|rsh-c|info-s|new-v)[\w-]*|^-[a-zA-Z]*[IF]$/,
  gtar: /^--(?:to-c|use-c|rsh-c|info-s|new-v)[\w-]*|^-[a-zA-Z]*[IF]$/,
  zip: /^-TT$|^--unzip-command/,
  man: /^-[PH]$|^--(?:pager|html)/,
  scp: /^-S$/,
  sftp: /^-S$/,
  rsync: /^-[a-zA-Z]*e$|^--rsh|^--rsync-path/,
  make: /^--eval/,
  gmake: /^--eval/,
  mapfile: /^-C$/,
  readarray: /^-C$/,
  split: /^--filter/,
  sort: /^--compress-prog/,
  fzf: /^--(?:bind|preview)/,
};

/** Command lines that stand in a program's own words, beside those it is a wrapper for. */
export function namedCommands(program: string, rest: readonly string[]): string[] {
  const option = Object.hasOwn(options, program) ? options[program] : undefined;
  const lines = option === undefined ? [] : valuesOf(rest, option);
  for (const word of rest) {
    const setting = /^-?-?o?(?:proxy|local|knownhosts|remote)command[= ](.*)$/is.exec(word)?.[1];
    if (setting !== undefined) lines.push(setting);
    if (/^g?make$/.test(program) && /^(?:SHELL|CC|CXX|MAKE)=/.test(word)) lines.push(word.slice(word.indexOf('=') + 1));
    if (/^(?:less|more|most|man)$/.test(program) && /^\+.*!/.test(word)) lines.push(word.slice(word.indexOf('!') + 1));
    const action = /^--checkpoint-a[\w-]*=exec=(.*)$/s.exec(word)?.[1];
    if (action !== undefined) lines.push(action);
  }
  if (program === 'find') lines.push(...commandsOfFind(rest));
  return lines.filter((line) => line.trim() !== '');
}

function valuesOf(rest: readonly string[], option: RegExp): string[] {
  return rest.flatMap((word, at) => {
    const [name = ''] = word.split('=');
    if (!option.test(name)) return [];
    return word.includes('=') ? [word.slice(name.length + 1)] : [rest[at + 1] ?? ''];
  });
}

/** Each goes to its `;` or `+`; without one, to the end. */
function commandsOfFind(rest: readonly string[]): string[] {
  const lines: string[] = [];
  for (let at = 0; at < rest.length; at += 1) {
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(rest[at] ?? '')) continue;
    const end = rest.findIndex((word, place) => place > at && (word === ';' || word === '+'));
    const last = end === -1 ? rest.length : end;
    lines.push(quotedWords(rest.slice(at + 1, last)));
    at = last;
  }
  return lines;
}

/** Read again as the same words. */
const quotedWords = (words: readonly string[]): string =>
  words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');

/** Uses that write a file, of programs that otherwise only print. */
export function writesFile(program: string, rest: readonly string[]): boolean {
  switch (program) {
    case 'curl':
      return rest.some((word) =>
        /^-[a-zA-Z]*[oOJ]|^--(?:output|remote-|create-dirs|cookie-jar|dump-header)/.test(word),
      );
    case 'wget':
      return !rest.some(
        (word, at) =>
          /^-[a-zA-Z]*O-$|^--output-document=-$/.test(word) || (/^-[a-zA-Z]*O$/.test(word) && rest[at + 1] === '-'),
      );
    case 'find':
      return rest.some((word) => /^-f(?:print|print0|printf|ls)$/.test(word));
    case 'sort':
    case 'tree':
    case 'jq':
      return rest.some((word) => /^-o$|^--output/.test(word));
    case 'sed':
    case 'gsed':
      return rest.some((word) => /(?:^|[;{}\n/])\s*[\d$,!]*\s*[wW]\s+\S/.test(word) || /^s(.).*\1\w*w\s/.test(word));
    default:
      return /^(?:scp|sftp|script|split|csplit|gunzip|gzip|bunzip2|xz|zip|7z|pandoc)$/.test(program);
  }
}

/** `sed` runs the pattern space with `e`. */
export const sedRuns = (rest: readonly string[]): boolean =>
  rest.some(
    (word) => /(?:^|[;{}\n])\s*[\d$,!]*\s*e(?:\s|$)/.test(word) || /^s(.).*\1[gpimIM\d]*e[gpimIM\d]*$/s.test(word),
  );
