import type { RiskClass } from '@collagility/protocol/events';
import { gitRisk } from './git-risk.ts';
import { namedCommands, sedRuns, writesFile } from './named-commands.ts';
import { codeReadsEnvironment, printsSecrets } from './prints-secrets.ts';
import { baseName, isInterpreter, readShell, type SimpleCommand } from './shell-words.ts';

/** What a shell line risks by what it names, and every word in it that may be a file. */
export type CommandRisk = {
  classes: Set<RiskClass>;
  words: string[];
  /** The line could be read whole. */
  isCertain: boolean;
};

/** Programs that run another one, with the options that take a word of their own. */
const wrappers: Readonly<Record<string, RegExp>> = {
  sudo: /^-[ugCpTUhrt]$|^--(?:user|group|prompt|host)$/,
  doas: /^-[uC]$/,
  env: /^-[uCS]$|^--(?:unset|chdir)$/,
  nohup: /^$/,
  nice: /^-n$/,
  ionice: /^-[cnp]$/,
  time: /^-[fo]$/,
  timeout: /^-[ks]$|^--(?:signal|kill-after)$/,
  stdbuf: /^-[ioe]$/,
  command: /^$/,
  builtin: /^$/,
  exec: /^-a$/,
  setsid: /^$/,
  xargs: /^-[IiEeLlnPsdar]$/,
  parallel: /^-[jIn]$/,
  watch: /^-[ndi]$/,
  busybox: /^$/,
  unbuffer: /^$/,
  caffeinate: /^-[tw]$/,
  chroot: /^$/,
  npx: /^-p$|^--package$/,
  bunx: /^$/,
};
const asRoot = new Set(['sudo', 'doas', 'su', 'pkexec', 'runas', 'chroot']);
const always =
  /^(?:rm|rmdir|shred|srm|unlink|truncate|mkfs(?:\..+)?|fdisk|parted|wipefs|mkswap|kill|pkill|killall|shutdown|reboot|halt|poweroff|dropdb|dropuser|userdel|groupdel|deluser|rimraf|trash|del|rd|erase|format|remove-item|blkdiscard|iptables|nft|passwd|visudo|rmmod|umount|systemctl|launchctl|crontab|docker-compose-down)$/i;
const networkNames =
  /^(?:curl|wget|ssh|scp|sftp|rsync|ftp|lftp|telnet|nc|ncat|netcat|socat|dig|host|nslookup|ping|traceroute|nmap|http|https|xh|aria2c|gh|glab|aws|gcloud|gsutil|az|kubectl|helm|terraform|vercel|wrangler|netlify|heroku|fly|flyctl|npx|bunx|uvx|mosh|rclone|ansible|ansible-playbook|twine|openssl|ollama|hf|huggingface-cli|kaggle|dvc)$/;
const packageTools =
  /^(?:npm|pnpm|yarn|bun|pip3?|pipx|uv|gem|cargo|go|brew|apt|apt-get|dnf|yum|apk|pacman|composer|bundle|poetry|conda|mvn|gradle|docker|podman|deno)$/;
const packageNetwork =
  /^(?:i|ci|in|ins|inst|install|add|get|publish|unpublish|update|upgrade|download|dlx|exec|x|create|init|login|push|pull|run|fetch|sync|mod|outdated|audit|view|search|info)$/;
const writers = new Set(['tee', 'touch', 'mkdir', 'cp', 'mv', 'ln', 'patch', 'install', 'dd', 'tar', 'unzip', 'rsync']);
/** Programs that run, here or elsewhere, what a word of theirs says. */
const runsItsWords = new Set(
  'ssh su docker podman kubectl trap alias tmux screen at batch entr script nsenter concurrently runuser'.split(' '),
);
/** Programs for which a word is only a word. */
const saysItsWords = new Set('echo printf which type man grep rg whereis git test [ npm pnpm yarn'.split(' '));
const alwaysInside = new Set('rm rmdir shred unlink mkfs dd dropdb'.split(' '));
const databaseClients =
  /^(?:mysql|mysqldump|mysqladmin|mariadb|psql|pg_dump|pg_restore|mongosh?|mongodump|redis-cli|cqlsh)$/;
/** What frameworks call it. */
const databaseResets =
  /\bdb:(?:drop|reset|wipe|purge|schema:load)\b|\bmigrate(?::|\s+)(?:reset|fresh|refresh|rollback)\b|\bmanage\.py\s+flush\b|--force-reset\b|\balembic\s+downgrade\b/;
const editors = /^(?:n?vim?|vi|view|ex|ed|emacs|nano)$/;
const sqlDestroys =
  /\b(?:drop|truncate)\s+(?:table|database|schema|index|user|role)\b|\bdelete\s+from\b|\bflush(?:all|db)\b|\bdropDatabase\b/i;
const codeDestroys =
  /\brmtree\b|\brmSync\b|\brmdirSync\b|\bunlink(?:Sync)?\b|\bos\.(?:remove|rmdir|unlink|removedirs)\b|\bfs\.(?:promises\.)?rm\b|\bFileUtils\.rm|\bshutil\.(?:rmtree|move)\b|\bFile\.delete\b|\bRemove-Item\b|\bfile_put_contents\b/;
const codeNetwork = /\bhttps?:\/\/|\burllib\b|\brequests\.|\bfetch\(|\bsocket\b|\bhttp\.(?:get|request|server)\b/;
const codeRuns = /\bos\.(?:system|popen)\b|\bsubprocess\b|\bchild_process\b|\bexec(?:Sync|File)?\(|\bsystem\(|\beval\(/;
const codeWrites = /\bopen\((?:(?!open\()[^)])*['"][wax]|\bwriteFile|\bappendFile|\bwrite_text\b|\bFile\.write\b/;

/** What cannot be told is classed as if it did the worst: a look too much costs a second, one too few a disk. */
export function commandRisk(text: string): CommandRisk {
  const classes = new Set<RiskClass>();
  const words: string[] = [];
  const { commands, isCertain } = readShell(text);
  if (!isCertain) classes.add('destructive');
  if (/:\s*\(\)\s*\{/.test(text)) classes.add('destructive');
  for (const command of commands) addCommand(command, classes, words, 0);
  return { classes, words, isCertain };
}

function addCommand(command: SimpleCommand, classes: Set<RiskClass>, words: string[], depth: number): void {
  for (const { isWriting, target } of command.redirects) {
    words.push(target);
    if (/^\/dev\/(?:tcp|udp)\//.test(target)) classes.add('network');
    else if (/^\/dev\/(?:sd|nvme|disk|hd|mem)/.test(target)) classes.add('destructive');
    else if (isWriting && !/^\/dev\/(?:null|stdout|stderr|tty|fd\/\d)$/.test(target)) classes.add('write');
  }
  if (command.words.some((word) => namesProgram.test(word))) classes.add('destructive');
  const [name = '', ...rest] = withoutAssignments(command.words);
  words.push(...command.words.slice(command.words.indexOf(name) + 1));
  if (name === '') return;
  // A program whose name only the run will tell.
  if (name.includes('$')) {
    classes.add('destructive');
    words.push(name);
    return;
  }
  if (name.includes('/')) words.push(name);
  const program = baseName(name);
  const line = [program, ...rest].join(' ');
  if (asRoot.has(program)) classes.add('destructive');
  if (always.test(program)) classes.add('destructive');
  if (writers.has(program) || writesFile(program, rest)) classes.add('write');
  for (const line of namedCommands(program, rest)) addText(line, classes, words, depth);
  if (/^g?sed$/.test(program) && sedRuns(rest)) classes.add('destructive');
  if (networkNames.test(program) || rest.some((word) => /^[a-z+]*:\/\/|https?:\/\//i.test(word)))
    classes.add('network');
  if (databaseClients.test(program) && rest.some((word) => /^-h|^-H|^--host\b/.test(word))) classes.add('network');
  if (printsSecrets(program, rest)) classes.add('secret');
  if (packageTools.test(program) && rest.some((word) => packageNetwork.test(word))) classes.add('network');
  if (isDestructiveUse(program, rest, line)) classes.add('destructive');
  if (
    /^(?:sed|perl|gsed)$/.test(program) &&
    rest.some((word) => /^-[a-zA-Z]*i/.test(word) || word.startsWith('--in-place'))
  )
    classes.add('write');
  if (program === 'git') for (const risk of gitRisk(rest)) classes.add(risk);
  if (program === 'cd' && (rest.length === 0 || rest[0] === '-')) words.push('~');
  if (program === 'eval' || program === 'source' || program === '.') {
    if (program === 'eval') addText(rest.join(' '), classes, words, depth);
    if (command.isFed || rest.some((word) => word.includes('$'))) classes.add('destructive');
  }
  if (program === 'alias') for (const word of rest) addText(word.slice(word.indexOf('=') + 1), classes, words, depth);
  if (editors.test(program)) {
    classes.add('write');
    if (rest.some((word) => /!|system\(|delete\(|shell-command|call-process/.test(word))) classes.add('destructive');
  }
  // What they are fed they run, later.
  if ((program === 'at' || program === 'batch') && command.isFed) classes.add('destructive');
  if (runsItsWords.has(program))
    for (const word of rest) if (/[\s;|&]/.test(word)) addText(word, classes, words, depth);
  if (!saysItsWords.has(program) && rest.some((word) => alwaysInside.has(word))) classes.add('destructive');
  if (isInterpreter(program)) addScript(program, rest, command.isFed, classes, words, depth);
  addWrapped(program, rest, command.isFed, classes, words, depth);
}

/** Settings of an environment that name what is run instead, or before. */
const namesProgram =
  /^(?:\w*_COMMAND|\w*PAGER|\w*EDITOR|VISUAL|LD_PRELOAD|LD_AUDIT|DYLD_\w+|BASH_ENV|IFS|PERL5OPT|PYTHONSTARTUP)=./;

/** `A=1 B=2 program`: the program. */
function withoutAssignments(words: readonly string[]): string[] {
  const first = words.findIndex((word) => !/^\w+\+?=/.test(word));
  return first === -1 ? [] : words.slice(first);
}

function addText(text: string, classes: Set<RiskClass>, words: string[], depth: number): void {
  if (depth > 6) {
    classes.add('destructive');
    return;
  }
  const { commands, isCertain } = readShell(text);
  if (!isCertain) classes.add('destructive');
  for (const command of commands) addCommand(command, classes, words, depth + 1);
}

/** What an interpreter is given as text is looked into; what it is fed by another program cannot be. */
function addScript(
  program: string,
  rest: string[],
  isFed: boolean,
  classes: Set<RiskClass>,
  words: string[],
  depth: number,
): void {
  const at = rest.findIndex((word) => /^-[a-zA-Z]*[ceErp]$|^--(?:eval|command|execute|print)(?:=|$)/.test(word));
  const code = at === -1 ? undefined : rest[at + 1];
  const isShell = /sh$/.test(program);
  if (code !== undefined && isShell) addText(code, classes, words, depth);
  const given = rest.join(' ');
  if (sqlDestroys.test(given)) classes.add('destructive');
  if (!isShell) {
    if (codeDestroys.test(given)) classes.add('destructive');
    if (codeNetwork.test(given)) classes.add('network');
    if (codeWrites.test(given)) classes.add('write');
    if (codeReadsEnvironment.test(given)) classes.add('secret');
    // Words of another language that start programs: what they start is not read.
    if (codeRuns.test(given)) classes.add('destructive');
  }
  const hasScript =
    code !== undefined || rest.some((word) => !word.startsWith('-') && !/^\/dev\/(?:stdin|fd\/0)$/.test(word));
  if (isFed && !hasScript) classes.add('destructive');
}

function addWrapped(
  program: string,
  rest: string[],
  isFed: boolean,
  classes: Set<RiskClass>,
  words: string[],
  depth: number,
): void {
  const takesWord = Object.hasOwn(wrappers, program) ? wrappers[program] : undefined;
  if (takesWord === undefined || depth > 6) return;
  let at = 0;
  while (at < rest.length) {
    const word = rest[at] ?? '';
    if (takesWord.test(word)) at += 2;
    else if (word.startsWith('-') || (program === 'timeout' && /^[\d.]+[smhd]?$/.test(word))) at += 1;
    else break;
  }
  if (program === 'env' && rest.includes('-S'))
    addText(rest.slice(rest.indexOf('-S') + 1).join(' '), classes, words, depth);
  const inner = rest.slice(at);
  // Else `xargs sh` would be a shell that is given nothing.
  if (inner.length > 0)
    addCommand({ words: inner, redirects: [], isFed: isFed || program === 'xargs' }, classes, words, depth + 1);
}

function isDestructiveUse(program: string, rest: string[], line: string): boolean {
  if ((sqlDestroys.test(line) || databaseResets.test(line)) && !/^(?:git|echo|printf|grep|rg|cat)$/.test(program))
    return true;
  switch (program) {
    case 'dd':
      return rest.some((word) => word.startsWith('of='));
    case 'find':
      return rest.includes('-delete');
    case 'chmod':
    case 'chown':
    case 'chgrp':
      return rest.some((word) => /^-\w*R|^--recursive$|^0?777$|^a[+=]rwx$|^[ug]?\+s$/.test(word));
    case 'mv':
      return rest.includes('/dev/null');
    case 'cp':
      return rest.some((word) => /^\/dev\/(?:null|zero)$/.test(word));
    case 'rsync':
      return rest.some((word) => word.startsWith('--delete') || word === '--remove-source-files');
    case 'docker':
    case 'podman':
      return (
        /^(?:rm|rmi|kill|stop)$|prune|volume rm|image rm|compose.* down/.test(rest.join(' ')) ||
        /\b(?:rm|rmi|kill|prune)\b/.test(rest.slice(0, 2).join(' '))
      );
    case 'kubectl':
    case 'helm':
      return rest.some((word) => /^(?:delete|drain|uninstall|rollback|replace)$/.test(word));
    case 'terraform':
    case 'tofu':
    case 'pulumi':
      return rest.some((word) => /^(?:destroy|apply|taint|up)$/.test(word));
    case 'aws':
    case 'gsutil':
    case 'gcloud':
    case 'az':
      return rest.some((word) => /^(?:rm|rb|delete.*|terminate.*|purge.*)$/.test(word));
    case 'gh':
      return rest.includes('delete') || rest.includes('DELETE');
    case 'npm':
    case 'pnpm':
    case 'yarn':
      return rest.some((word) => /^(?:unpublish|deprecate|prune)$/.test(word));
    case 'redis-cli':
      return /\bflush(?:all|db)\b|\bdel\b/i.test(line);
    case 'crontab':
      return true;
    case 'history':
      return rest.includes('-c');
    default:
      return false;
  }
}
