import { hiddenMark, type Needle } from './needle.ts';

const classOf = (characters: RegExp): Uint8Array =>
  Uint8Array.from({ length: 128 }, (_, code) => (characters.test(String.fromCharCode(code)) ? 1 : 0));
const word = classOf(/[A-Za-z0-9]/);
const token = classOf(/[A-Za-z0-9_-]/);
const dotted = classOf(/[A-Za-z0-9_.-]/);
const base64 = classOf(/[A-Za-z0-9+/=_.~-]/);
const upper = classOf(/[A-Z0-9]/);

/** A prefix, then at least `min` characters of one class. Lengths after the vendors' published formats. */
const keyFormats: Array<[prefix: string, body: Uint8Array, min: number]> = [
  ['sk-', token, 20],
  ['sk_live_', word, 16],
  ['sk_test_', word, 16],
  ['rk_live_', word, 16],
  ['pk_live_', word, 16],
  ['whsec_', base64, 24],
  ['ghp_', word, 30],
  ['gho_', word, 30],
  ['ghu_', word, 30],
  ['ghs_', word, 30],
  ['ghr_', word, 30],
  ['github_pat_', token, 30],
  ['glpat-', token, 20],
  ['xoxb-', token, 20],
  ['xoxp-', token, 20],
  ['xoxa-', token, 20],
  ['xoxr-', token, 20],
  ['xoxs-', token, 20],
  ['xapp-', token, 20],
  ['AKIA', upper, 16],
  ['ASIA', upper, 16],
  ['AIza', token, 35],
  ['ya29.', token, 20],
  ['GOCSPX-', token, 20],
  ['npm_', word, 30],
  ['pypi-', token, 30],
  ['hf_', word, 30],
  ['gsk_', word, 30],
  ['xai-', token, 30],
  ['SG.', dotted, 40],
  ['dop_v1_', word, 40],
  ['shpat_', word, 30],
  ['lin_api_', word, 30],
  ['dckr_pat_', token, 20],
  ['hvs.', token, 20],
  ['eyJ', dotted, 40],
];

/** Words before a token: the word stays, what follows is hidden. */
const headers = ['Bearer ', 'bearer ', 'Basic '];
const minHeaderToken = 16;

const runEnd = (text: string, from: number, body: Uint8Array): number => {
  let end = from;
  while (end < text.length && body[text.charCodeAt(end)] === 1) end += 1;
  return end;
};

const keyNeedle = ([prefix, body, min]: (typeof keyFormats)[number]): Needle => ({
  prefix,
  kind: 'secret',
  replacement: hiddenMark,
  boundary: 'name',
  sharesEnd: true,
  measure: (text, at) => {
    const start = at + prefix.length;
    const end = runEnd(text, start, body);
    return { end: end - start >= min ? end : undefined, isOpen: end === text.length };
  },
});

const headerNeedle = (prefix: string): Needle => ({
  prefix,
  kind: 'secret',
  replacement: prefix + hiddenMark,
  boundary: 'name',
  measure: (text, at) => {
    const start = at + prefix.length;
    const end = runEnd(text, start, base64);
    return { end: end - start >= minHeaderToken ? end : undefined, isOpen: end === text.length };
  },
});

const pemStart = '-----BEGIN ';
const pemHeadUnits = 40;
const pemEnd = /-----END [A-Z0-9 ]{0,30}PRIVATE KEY-----/g;

/** A private key from its first to its last line; one that never ends is hidden to the end of the text. */
const pemNeedle: Needle = {
  prefix: pemStart,
  kind: 'secret',
  replacement: hiddenMark,
  sharesEnd: true,
  measure: (text, at) => {
    const head = text.slice(at, at + pemStart.length + pemHeadUnits);
    if (!/^-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY-----/.test(head)) {
      const mayBecome = at + head.length === text.length && /^-----BEGIN [A-Z0-9 ]{0,45}-{0,5}$/.test(head);
      return { end: undefined, isOpen: mayBecome };
    }
    pemEnd.lastIndex = at;
    const found = pemEnd.exec(text);
    return found === null ? { end: text.length, isOpen: true } : { end: found.index + found[0].length, isOpen: false };
  },
};

const maxUserInfoUnits = 300;

/** `://user:password@`: the marks stay, so that one sees what was there. */
const urlNeedle: Needle = {
  prefix: '://',
  kind: 'secret',
  replacement: `://${hiddenMark}@`,
  measure: (text, at) => {
    let hasColon = false;
    const last = Math.min(text.length, at + 3 + maxUserInfoUnits);
    for (let end = at + 3; end < last; end += 1) {
      const character = text[end] ?? '';
      if (character === '@') return { end: hasColon ? end + 1 : undefined, isOpen: false };
      if (character === ':') hasColon = true;
      if (/[\s/"'`<>\\?#]/.test(character)) return { end: undefined, isOpen: false };
    }
    return { end: undefined, isOpen: last === text.length };
  },
};

/** Keys that can be told by their form alone, wherever they come from. */
export const formatNeedles: readonly Needle[] = [
  ...keyFormats.map(keyNeedle),
  ...headers.map(headerNeedle),
  pemNeedle,
  urlNeedle,
];
