import { isAbsolute, join, relative } from 'node:path';
import type { ToolCall } from '@collagility/adapters/port';
import type { RiskClass } from '@collagility/protocol/events';
import { isSecretPath } from '../workspace/secret-path.ts';
import { commandRisk } from './command-risk.ts';

/** Where things lie; all real, absolute paths. */
export type RiskPlaces = {
  workspacePath: string;
  homePath: string;
  /** Where the bridge keeps keys and journals: nothing may touch it (CLG-83). */
  dataPath: string;
  /** Follows links as far as the path exists, so that a link is judged by where it leads. */
  realPath(path: string): string;
};

export type Risk = {
  classes: RiskClass[];
  /** The data directory is touched: denied in every policy. */
  isForbidden: boolean;
};

const ofKind: Record<ToolCall['kind'], RiskClass[]> = {
  read: ['read'],
  search: ['read'],
  think: [],
  edit: ['write'],
  move: ['write'],
  delete: ['write', 'destructive'],
  execute: ['execute'],
  mcp: ['execute'],
  agent: ['execute'],
  other: ['execute'],
  fetch: ['network'],
};

const inOrder: RiskClass[] = ['read', 'write', 'execute', 'network', 'outside-workspace', 'destructive', 'secret'];

// For a line that could not be read for certain: whatever looks like it.
const networkCommand =
  /(?<![.\w-])(?:curl|wget|ssh|scp|sftp|rsync|ftp|telnet|ncat?|netcat|socat|dig|nslookup|ping)\b|\bgit\s+(?:\S+\s+)*?(?:push|pull|fetch|clone|remote)\b|\b(?:npm|pnpm|yarn|bun)\s+(?:i|ci|install|add|publish|dlx|exec)\b|\b(?:npx|bunx|pipx?|uvx?|gem|cargo|go|brew|apt(?:-get)?|dnf|yum|apk)\s+(?:install|add|get|publish|update|upgrade|download)\b|\bnpx\b|\bdocker\s+(?:pull|push|login|run)\b|\b(?:gh|aws|gcloud|az|kubectl|terraform|vercel|wrangler|heroku|fly(?:ctl)?)\s|\bhttps?:\/\/|\/dev\/(?:tcp|udp)\b/i;
const destructiveCommand =
  /\brm\b|\brmdir\b|\bshred\b|\bunlink\b|\btruncate\b|\bdd\b.*\bof=|\bmkfs|\bfdisk\b|\bfind\b.*-(?:delete|exec)|\bgit\s+(?:\S+\s+)*?(?:reset\s+--hard|clean\s+-\S*[fdx]|push\s+.*(?:--force|-f\b|--delete)|checkout\s+(?:--|\.)|restore\b|branch\s+-D|stash\s+(?:drop|clear)|filter-branch|update-ref\s+-d)|\b(?:drop|truncate)\s+(?:table|database|schema)\b|\bdelete\s+from\b|\b(?:kill|pkill|killall|shutdown|reboot|halt)\b|\bchmod\s+(?:-R|777)|\bchown\s+-R|\bsudo\b|\bmv\b.*\s\/dev\/null|>\s*\/dev\/sd|\bterraform\s+destroy\b|\bkubectl\s+delete\b|\bdocker\s+(?:system\s+prune|volume\s+rm|rm)\b|:\(\)\s*\{/i;
const writingCommand =
  /(?:^|[^0-9&>])>{1,2}(?!&|\s*\/dev\/null)|\b(?:tee|touch|mkdir|cp|mv|ln|patch|sed\s+(?:-\S*\s+)*-i)\b/;
/** The patterns above take time that grows with the square of the text; what is longer counts as all of them. */
const maxGuessedUnits = 4_000;
const secretText =
  /(?:^|[\s"'`=:/\\@<>(])(?:\.env(?:rc|\.[\w.]+)?|\.pypirc|\.vault-token|\.terraformrc|\.bash_history|\.zsh_history|\.password-store|shadow\b|master\.key|service-account[\w.-]*\.json|\.npmrc|\.netrc|\.pgpass|\.git-credentials|id_(?:rsa|dsa|ecdsa|ed25519)\b|\.ssh\b|\.aws\b|\.gnupg\b|\.kube\b|\.docker\/config|\.config\/gh\b|\.claude\/\.credentials|\.codex\/auth|credentials(?:\.json)?\b)|\.(?:pem|p12|pfx|keystore)\b|\bprintenv\b|\/proc\/(?:(?!\/proc\/)\S)*\/(?:environ|fd|root|cwd)|(?:^|[;&|]\s*)(?:env|export\s+-p|set)\s*(?:$|[;&|>])|\bsecurity\s+find-|\bgpg\s+--export-secret/i;

/** Words of an input that name a place: `/x`, `~/x`, `$HOME/x`, `../x`, and what a field called path or file holds. */
const pathWord = /(?:^|[\s"'`=:(<>|;&])((?:~|\$\{?HOME\}?|\/|\.\.(?=[/\\\s"']|$)|[A-Za-z]:\\)[^\s"'`;|&()<>]*)/g;
const climbingWord = /(?:^|[\s"'`=:(<>])((?:[\w.-]+\/)+\.\.\/[^\s"'`;|&()<>]*)/g;
const pathField = /^(?:.*_)?(?:path|paths|file|files|dir|directory|folder|cwd)$|Path$|^notebook_path$/;
/** Devices that every program uses. */
const harmlessPath = /^\/dev\/(?:null|stdin|stdout|stderr|tty|zero|u?random|fd\/\d)$/;

/** Settings that name programs: whoever writes them runs something at the next look, which is not asked for. */
const runsLater =
  /[\\/]\.git(?:$|[\\/])|[\\/]\.(?:claude|codex|gemini|cursor|vscode|husky)[\\/]|[\\/]\.(?:mcp\.json|gitattributes|gitmodules|envrc)$/;

const holdsContents: ReadonlySet<ToolCall['kind']> = new Set(['edit', 'think', 'agent']);

/** The one classifier for all agents. It widens on doubt: a class too much costs a look, one too few a file. */
export function classifyRisk(call: Pick<ToolCall, 'kind' | 'arguments'>, places: RiskPlaces): Risk {
  const classes = new Set<RiskClass>(ofKind[call.kind]);
  const paths = new Set<string>();
  let isForbidden = false;
  for (const { name, text } of stringsOf(call.arguments)) {
    const isCommand = commandFields.has(name);
    const isPath = pathField.test(name);
    // The contents of a file that is written, or words said to somebody, do nothing by themselves.
    if (!isCommand && !isPath && holdsContents.has(call.kind)) continue;
    // Says what it is for; nothing reads it but people.
    if (name === 'description' && call.kind === 'execute') continue;
    if (isPath) for (const path of readingsOf(text)) paths.add(path);
    for (const word of pathWords(text)) paths.add(word);
    if (!/^(?:pattern|query|regex)$/.test(name) && couldBeSecret(text)) classes.add('secret');
    if (secretText.test(text)) classes.add('secret');
    if (isCommand || call.kind === 'execute') {
      const found = commandRisk(text);
      for (const risk of found.classes) classes.add(risk);
      for (const word of found.words) addWord(word, paths, classes);
      if (!found.isCertain) {
        const isTooLong = text.length > maxGuessedUnits;
        if (isTooLong || networkCommand.test(text)) classes.add('network');
        if (isTooLong || destructiveCommand.test(text)) classes.add('destructive');
        if (isTooLong || writingCommand.test(text)) classes.add('write');
      }
    } else if (/^https?:\/\//i.test(text)) classes.add('network');
    if (namesDataPath(text, places)) isForbidden = true;
  }
  for (const path of paths) {
    if (harmlessPath.test(path)) continue;
    // Somebody else's home.
    if (/^~[^/\\]/.test(path)) classes.add('outside-workspace');
    const full = places.realPath(expand(path, places));
    if (isWithin(full, places.dataPath)) isForbidden = true;
    if (!isWithin(full, places.workspacePath)) classes.add('outside-workspace');
    if (full.length > maxPathUnits || isSecretPath(full.replaceAll('\\', '/'))) classes.add('secret');
    if (classes.has('write') && runsLater.test(full)) classes.add('execute');
  }
  if (isForbidden) classes.add('secret');
  return { classes: inOrder.filter((risk) => classes.has(risk)), isForbidden };
}

/** Names of files that hold secrets, for patterns that could mean one. */
const secretNames =
  '.env .env.local .ssh .aws .npmrc .netrc .pgpass .git-credentials .gnupg .kube id_rsa id_ed25519 credentials'.split(
    ' ',
  );

/** A word of a command, quotes gone: it may be a file, hold one after `=` or an option, or stand for many. */
function addWord(word: string, paths: Set<string>, classes: Set<RiskClass>): void {
  if (word.length > maxWordUnits || paths.size > maxWords) {
    classes.add('outside-workspace');
    return;
  }
  // `.en$(echo v)`: only the run tells which of the hidden files.
  const isHiddenName = /(?:^|\/)\.[\w-]*\$/.test(word);
  if (isHiddenName || secretText.test(word) || secretVariable.test(word)) classes.add('secret');
  const address = /^(?!file:)[a-z][a-z+.-]*:\/\//i.test(word);
  if (address) return;
  for (const part of word.replace(/^file:\/\//i, '').split(/[=,{}]|:(?=[/~.$])/)) {
    const path = part.replace(/^-{1,2}\w(?=[/~.$])/, '').replace(/^@/, '');
    if (path === '' || path.startsWith('-') || /^[\w.+-]+(?:@[\w.-]*)?:$/.test(path)) continue;
    if (couldBeSecret(path)) classes.add('secret');
    // `$X/y`, `~somebody/y`: only the run tells where that is.
    if (/^\$(?!\{?(?:HOME|PWD)\b)/.test(path) && path.includes('/')) classes.add('outside-workspace');
    else if (/^~[^/]/.test(path)) classes.add('outside-workspace');
    else if (/[/.]|^~|^\$|^[\w-]+$/.test(path)) paths.add(path.replace(/^\$\{?PWD\}?/, '.'));
  }
}

/** Whether a part of it is a pattern that could stand for one of them. */
const couldBeSecret = (text: string): boolean =>
  text.length <= maxWordUnits &&
  text.split(/[/,{}]/).some((part) => /[*?[]|^\.env/.test(part) && secretNames.some((name) => couldBe(part, name)));

/** Whether a shell's pattern could stand for this name: `.e*`, `.en?`, `.[e]nv`. */
function couldBe(pattern: string, name: string): boolean {
  // A pattern that begins with a wildcard does not take names that begin with a dot.
  if (name.startsWith('.') && !pattern.startsWith('.')) return false;
  // `*` and `*.*` mean everything here, which says nothing about one file.
  if (!/[\w-]/.test(pattern) && !pattern.startsWith('.')) return false;
  if (pattern.length > 64) return true;
  const source = pattern
    .replaceAll(/[.+^$()|\\{}]/g, '\\$&')
    .replaceAll(/\[[^\]]*\]?|\?/g, '.')
    .replaceAll(/\*+/g, '.*');
  return new RegExp(`^${source}$`).test(name);
}

const secretVariable =
  /\$\{?[#!]?(?:\w*_)?(?:TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?|(?:API|ACCESS|PRIVATE|SECRET|SIGNING)_?KEY)(?:_\w+)?\b/;
/** No file has a longer one. */
const maxPathUnits = 4_096;
const maxWordUnits = 4_000;
const maxWords = 400;

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
}

function namesDataPath(text: string, { dataPath, homePath }: RiskPlaces): boolean {
  if (text.includes(dataPath)) return true;
  if (!isWithin(dataPath, homePath)) return false;
  const fromHome = relative(homePath, dataPath);
  return fromHome !== '' && ['~/', '$HOME/', `\${HOME}/`].some((home) => text.includes(home + fromHome));
}

/** What a field that holds a path may be taken for: an address of a file, with blanks or quotes around it, with other slashes. */
function readingsOf(text: string): string[] {
  const bare = text.trim().replace(/^(["'`])(.*)\1$/s, '$2');
  const ofAddress = /^file:(?:\/\/[^/]*)?(\/.*)$/is.exec(bare)?.[1];
  return [text, bare, bare.replaceAll('\\', '/'), ...(ofAddress === undefined ? [] : [ofAddress, decoded(ofAddress)])];
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Half an escape stands for itself.
    return path;
  }
}

const expand = (path: string, { homePath, workspacePath }: RiskPlaces): string => {
  const inHome = path.replace(/^(?:~(?=\/|$)|\$\{?HOME\}?)/, homePath);
  return isAbsolute(inHome) ? inHome : join(workspacePath, inHome);
};

/** Addresses look like paths; those of files are paths. No scheme is longer: else `a.a.a…` is read again from each dot. */
const address = /\b(?!file:)[a-z][a-z+.-]{0,30}:\/\/[^\s"'`]*/gi;

function* pathWords(input: string): Generator<string> {
  const text = input.replace(address, ' ');
  for (const pattern of [pathWord, climbingWord])
    for (const [, word = ''] of text.matchAll(pattern)) if (word !== '/' || text.trim() !== '/') yield word;
}

/** Enough for any honest input; what lies deeper or further is covered by asking anyway. */
const maxStrings = 2_000;

function stringsOf(input: Record<string, unknown>): Array<{ name: string; text: string }> {
  const found: Array<{ name: string; text: string }> = [];
  const walk = (name: string, value: unknown): void => {
    if (found.length >= maxStrings) return;
    if (typeof value === 'string') found.push({ name, text: value });
    else if (isWordList(value) && commandFields.has(name)) found.push({ name, text: value.map(quoted).join(' ') });
    else if (Array.isArray(value)) for (const part of value) walk(name, part);
    else if (value !== null && typeof value === 'object')
      for (const [key, part] of Object.entries(value)) walk(key, part);
  };
  const { command, args } = input;
  // One command in two fields is read as one.
  if (typeof command === 'string' && isWordList(args))
    found.push({ name: 'command', text: [command, ...args.map(quoted)].join(' ') });
  walk('', input);
  return found;
}

const commandFields: ReadonlySet<string> = new Set(['command', 'cmd', 'script', 'args', 'argv']);
const isWordList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.length < 500 && value.every((part) => typeof part === 'string');
const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
