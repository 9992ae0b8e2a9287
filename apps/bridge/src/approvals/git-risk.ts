import type { RiskClass } from '@collagility/protocol/events';

/** Settings that name a program which git then runs. */
const runsProgram =
  /^(?:core\.(?:pager|editor|sshcommand|fsmonitor|hookspath|askpass|gitproxy)|alias\.|pager\.|credential\.|gpg\.|filter\.|diff\.(?:.*\.)?(?:external|command|textconv)|merge\..*driver|(?:diff|merge)tool\.|sequence\.editor|interactive\.difffilter|uploadpack\.|ssh\.|protocol\.)/i;
const gitNetwork = /^(?:push|pull|fetch|clone|remote|ls-remote|submodule|lfs)$/;

/** What a call of git risks, by its words after `git`. Options before the verb are passed over; some of them run a program. */
export function gitRisk(rest: readonly string[]): Set<RiskClass> {
  const classes = new Set<RiskClass>();
  let at = 0;
  while ((rest[at] ?? '').startsWith('-')) {
    if (/^-c$/.test(rest[at] ?? '') && runsProgram.test(rest[at + 1] ?? '')) classes.add('destructive');
    if (/^--(?:config-env|exec-path)=/.test(rest[at] ?? '')) classes.add('destructive');
    at += /^-[Cc]$|^--(?:git-dir|work-tree|namespace|config-env)$/.test(rest[at] ?? '') ? 2 : 1;
  }
  const verb = rest[at] ?? '';
  const words = rest.slice(at + 1);
  const has = (...options: RegExp[]) => words.some((word) => options.some((option) => option.test(word)));
  if (gitNetwork.test(verb)) classes.add('network');
  if (
    /^(?:commit|add|checkout|switch|merge|rebase|apply|am|cherry-pick|revert|tag|init|config|mv|rm|restore|stash|worktree|clone|pull|submodule|lfs|branch|notes|replace|bisect|read-tree|checkout-index|update-index|update-ref|symbolic-ref|sparse-checkout)$/.test(
      verb,
    )
  )
    classes.add('write');
  const isDestructive =
    (verb === 'push' && has(/^-f$|^-\w*f\w*$|^--force|^--delete$|^-d$|^--mirror$|^--prune$|^\+|^:\S/)) ||
    (verb === 'reset' && has(/^--(?:hard|merge|keep)$/)) ||
    (verb === 'clean' && !has(/^-\w*n|^--dry-run$/)) ||
    (verb === 'checkout' && isCheckoutOfFiles(words)) ||
    (verb === 'restore' && !(has(/^--staged$|^-S$/) && !has(/^--worktree$|^-W$/))) ||
    (verb === 'switch' && has(/^-f$|^--force$|^--discard-changes$/)) ||
    (verb === 'branch' && has(/^-D$|^-d$|^--delete$|^-f$|^--force$|^-M$/)) ||
    (verb === 'tag' && has(/^-d$|^--delete$|^-f$/)) ||
    (verb === 'stash' && has(/^(?:drop|clear)$/)) ||
    (verb === 'reflog' && has(/^(?:expire|delete)$/)) ||
    (verb === 'update-ref' && has(/^-d$/)) ||
    (verb === 'worktree' && has(/^remove$/)) ||
    (verb === 'remote' && has(/^(?:remove|rm)$/)) ||
    // These run what the line says.
    (verb === 'config' && words.some((word) => runsProgram.test(word))) ||
    (verb === 'bisect' && has(/^run$/)) ||
    (verb === 'submodule' && has(/^foreach$/)) ||
    (verb === 'rebase' && has(/^-x|^--exec/)) ||
    (/^(?:difftool|mergetool)$/.test(verb) && has(/^-x|^--extcmd/)) ||
    /^(?:filter-branch|filter-repo|gc|prune|rm)$/.test(verb);
  if (isDestructive) classes.add('destructive');
  return classes;
}

/** Whether it puts files back and so discards changes: by `--`, by a second word, or by a word that looks like a file. */
function isCheckoutOfFiles(words: readonly string[]): boolean {
  if (words.some((word) => /^(?:--|-f|--force|-p|--patch|--ours|--theirs|-B)$|^--pathspec-from-file/.test(word)))
    return true;
  if (words.some((word) => /^(?:-b|-t|--track(?:=.*)?|--orphan|--detach|-d)$/.test(word))) return false;
  const named = words.filter((word) => !word.startsWith('-'));
  return named.length > 1 || named.some((word) => /^\.|\/$|\.\w{1,5}$|[*?[]/.test(word));
}
