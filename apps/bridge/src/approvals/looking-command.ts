/**
 * Commands that only look, with the options that only say how. Programs take options in other spellings (git's long ones
 * may be cut short, as in `--outp=file`) and learn new ones, so what is not on the list is asked for.
 */
const programs: Readonly<Record<string, RegExp>> = {
  ls: /^-[a-zA-Z0-9]+$|^--(?:all|almost-all|color|group-directories-first|human-readable|recursive|reverse)$/,
  pwd: /^-[LP]$/,
  cat: /^-[AbeEnstTuv]+$|^--(?:number|number-nonblank|show-all|show-ends|show-tabs|squeeze-blank)$/,
  head: /^-(?:\d+|[nc]\d*|[qv]+)$|^--(?:lines|bytes|quiet|verbose)$/,
  tail: /^-(?:\d+|[nc][+-]?\d*|[qv]+)$|^--(?:lines|bytes|quiet|verbose)$/,
  wc: /^-[clmwL]+$|^--(?:bytes|chars|lines|words|max-line-length)$/,
  stat: /^-[Lfctx]+$|^--(?:dereference|terse)$/,
  file: /^-[bihkLNnr0]+$|^--(?:brief|mime|mime-type|mime-encoding|dereference|no-dereference)$/,
  du: /^-[abchHklmsxSLD0]+$|^-d\d*$|^--(?:all|apparent-size|bytes|human-readable|max-depth|summarize|total)$/,
};

const gitLooks = /^(?:status|log|diff|show|rev-parse)$/;
const gitShort = /^-(?:\d+|[puszbwqarimcvEFP]+|[nU]\d*|[MCSG][\w.]*)$/;
const gitLong = new Set(
  `abbrev abbrev-commit abbrev-ref after ahead-behind all all-match author before binary boundary branch branches cached
  check cherry cherry-pick color color-words committer compact-summary date date-order decorate diff-filter dirstat
  exit-code find-copies find-renames first-parent follow format full-index function-context git-dir graph grep
  histogram ignore-all-space ignore-blank-lines ignore-space-at-eol ignore-space-change ignore-submodules
  inter-hunk-context invert-grep is-inside-work-tree left-right long max-count merge-base merges minimal name-only
  name-status no-abbrev no-color no-decorate no-ext-diff no-merges no-patch no-renames no-textconv numstat oneline
  patch patience porcelain pretty quiet raw relative remotes reverse short shortstat show-cdup show-prefix show-stash
  show-toplevel since skip staged stat submodule summary symbolic-full-name tags text topo-order unified until
  untracked-files verify word-diff`.split(/\s+/),
);

/** `words`: the command, at blanks; none of them has a meaning to a shell. */
export function isLookingCommand(words: readonly string[]): boolean {
  const [name = '', ...rest] = words;
  if (name === 'git') return isLookingGit(rest);
  const options = Object.hasOwn(programs, name) ? programs[name] : undefined;
  return options !== undefined && rest.every((word) => !isOption(word) || options.test(nameOf(word)));
}

function isLookingGit([verb = '', ...rest]: readonly string[]): boolean {
  if (verb === 'branch') return rest.join(' ') === '--show-current';
  return (
    gitLooks.test(verb) &&
    rest.every(
      (word) => !isOption(word) || gitShort.test(word) || (word.startsWith('--') && gitLong.has(nameOf(word).slice(2))),
    )
  );
}

const isOption = (word: string): boolean => word.startsWith('-') && word !== '-' && word !== '--';
/** Without its value. */
const nameOf = (word: string): string => word.split('=')[0] ?? word;
