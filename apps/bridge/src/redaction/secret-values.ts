import { hiddenMark, type Needle } from './needle.ts';

/** Shorter values are words of the language as often as secrets. */
const minValueUnits = 8;
const maxValueUnits = 8 * 1024;
const maxValues = 2_000;
/** Lines of a longer value are hidden each: a diff puts marks between them. */
const minLineUnits = 16;
/** Shorter pieces may stand in any picture. */
const minBase64Units = 14;

const secretName =
  /(?:^|_)(?:key|token|secret|password|passwd|passphrase|pwd|pass|auth|credentials?|cookie|session|private|salt|signature|dsn|webhook|pat|jwt|api)(?:$|_)|apikey|secret|password|token|(?:database|redis|mongo\w*|postgres\w*|amqp)_ur[li]/i;

/** Values that are told by everybody: words, switches, addresses without a password, paths. */
const isPlain = (value: string): boolean =>
  /^[A-Za-z][A-Za-z_-]*$/.test(value) ||
  /^[\d.,:/\s-]+$/.test(value) ||
  (/^(?:\w+:\/\/)?[\w.-]+(?::\d+)?(?:\/[\w./-]*)?$/.test(value) &&
    /[./:]/.test(value) &&
    !/\d[A-Za-z]+\d/.test(value)) ||
  /^(?:\.{0,2}|~|[A-Za-z]:)[\\/][\w .\\/-]*$/.test(value);

/** The shell's names for where it is and was: the shared folder itself, which everybody may see. */
const folderNames = new Set(['PWD', 'OLDPWD', 'INIT_CWD']);

const hasSecretName = (name: string): boolean => secretName.test(name) && !folderNames.has(name);

/** The value of one setting, if it has to be hidden. From a `.env` file everything counts that is not plainly public. */
export function secretValue(name: string, value: string, origin: 'file' | 'environment'): string | undefined {
  const trimmed = value.trim();
  if (trimmed.length < minValueUnits || trimmed.length > maxValueUnits) return undefined;
  if (hasSecretName(name)) return /^(?:true|false|null|undefined|none)$/i.test(trimmed) ? undefined : trimmed;
  return origin === 'file' && !isPlain(trimmed) ? trimmed : undefined;
}

/** Each value in the forms in which it may be met: as it is, escaped in JSON, in a URL, in base64, line by line. */
export function valueNeedles(values: Iterable<string>): Needle[] {
  const forms = new Set<string>();
  for (const value of [...new Set(values)].slice(0, maxValues)) {
    forms.add(value);
    forms.add(JSON.stringify(value).slice(1, -1));
    forms.add(encodeURIComponent(value));
    for (const form of base64Forms(value)) forms.add(form);
    if (value.includes('\n'))
      for (const line of value.split(/\r?\n/)) if (line.trim().length >= minLineUnits) forms.add(line.trim());
  }
  return [...forms].map((prefix) => ({ prefix, kind: 'secret', replacement: hiddenMark }));
}

/** What of a value in base64 is the same whatever stands before and behind it: it may begin in each of three places. */
function* base64Forms(value: string): Generator<string> {
  for (const [before, unsure] of [
    [0, 0],
    [1, 2],
    [2, 3],
  ] as const) {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]);
    // The last group depends on what follows the value.
    const sure = Math.floor((bytes.length * 8) / 6);
    for (const alphabet of ['base64', 'base64url'] as const) {
      const form = bytes.toString(alphabet).slice(unsure, sure);
      if (form.length >= minBase64Units) yield form;
    }
  }
}
