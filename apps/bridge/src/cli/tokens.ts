import { parseArgs } from 'node:util';
import { type CommandName, type Flag, type FlagName, flagNames, flags, isFlagName } from './flags.ts';
import { nearest } from './nearest.ts';

export type FlagValues = Partial<Record<FlagName, string | true>>;
type Tokens = { flags: FlagValues; words: string[] };
type TokensOrComplaint = ({ ok: true } & Tokens) | { ok: false; message: string };

const complaint = (message: string) => ({ ok: false as const, message });

/** Cuts the command line into flags with their values and words; complains about what it does not know. */
export function readTokens(args: readonly string[]): TokensOrComplaint {
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      Object.entries<Flag>(flags).map(([name, flag]) => [
        name,
        { type: flag.type, ...(flag.short === undefined ? {} : { short: flag.short }) },
      ]),
    ),
  });
  const values: FlagValues = {};
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') {
      if (token.value.trim() === '')
        return complaint('A folder or command was named by an empty word. Leave it out to share this folder.');
      words.push(token.value);
    }
    if (token.kind !== 'option') continue;
    if (!isFlagName(token.name)) return complaint(unknownFlag(token.rawName));
    const flag: Flag = flags[token.name];
    if (Object.hasOwn(values, token.name)) return complaint(`--${token.name} was given twice.`);
    if (flag.type === 'boolean') {
      if (token.value !== undefined) return complaint(`--${token.name} takes no value (it got "${token.value}").`);
      values[token.name] = true;
      continue;
    }
    // parseArgs takes whatever follows as the value, a further flag too: `--agent --json` misses its value.
    const isFollowedByFlag = token.inlineValue === false && token.value.startsWith('-');
    // An empty word is what an unset variable leaves.
    const isMissing = token.value === undefined || token.value.trim() === '' || isFollowedByFlag;
    if (!isMissing) values[token.name] = token.value;
    else if (flag.optionalValue) values[token.name] = true;
    else return complaint(`--${token.name} needs a value: --${token.name} ${flag.value}.`);
    // The flag that was swallowed as a value is read again, on its own and with what follows it.
    if (isFollowedByFlag) {
      const rest = readTokens(args.slice(token.index + 1));
      if (!rest.ok) return rest;
      for (const name of Object.keys(rest.flags)) {
        if (Object.hasOwn(values, name)) return complaint(`--${name} was given twice.`);
      }
      return { ok: true, flags: { ...values, ...rest.flags }, words: [...words, ...rest.words] };
    }
  }
  return { ok: true, flags: values, words };
}

/** Flags that exist but not for this command. */
export function misplacedFlag(values: FlagValues, command: CommandName): string | undefined {
  for (const name of Object.keys(values)) {
    if (!isFlagName(name)) continue;
    const flag: Flag = flags[name];
    if (!flag.for.includes(command)) return `--${name} has no meaning for \`${command}\`.`;
  }
  return undefined;
}

function unknownFlag(rawName: string): string {
  const near = rawName.startsWith('--') ? nearest(rawName.slice(2), flagNames) : undefined;
  return `Unknown flag ${rawName}.${near === undefined ? '' : ` Did you mean --${near}?`}`;
}
