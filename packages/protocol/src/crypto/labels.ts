import { utf8 } from '../bytes.ts';

/**
 * Every label of the protocol (CLG-04). A label belongs to one purpose and one key kind, so that nothing signed or
 * hashed for one purpose is ever valid for another.
 */
export const signLabels = {
  /** Room key: the host's seat at the relay. */
  seat: 'clg1 seat',
  /** Room key: the transcript of a handshake. */
  hs2: 'clg1 hs2',
  /** Room key: the chain value after a flush of events. */
  dur: 'clg1 dur',
  /** Room key: a check of the ephemeral lane and of the clock. */
  chk: 'clg1 chk',
  /** Admission key: a socket at the relay. */
  admit: 'clg1 admit',
  /** Device key: the transcript of a handshake. */
  dev: 'clg1 dev',
  /** Device key: a statement of its person. */
  stmt: 'clg1 stmt',
} as const;
export type SignLabel = keyof typeof signLabels;

export const hashLabels = {
  room: 'clg1 room',
  aid: 'clg1 aid',
  psk: 'clg1 psk',
  iid: 'clg1 iid',
  'admit-seed': 'clg1 admit-seed',
  link: 'clg1 link',
  th: 'clg1 th',
  chan: 'clg1 chan',
  j2h: 'clg1 j2h',
  h2j: 'clg1 h2j',
  resume: 'clg1 resume',
  rid: 'clg1 rid',
  pass: 'clg1 pass',
  words: 'clg1 words',
  step: 'clg1 step',
  lane: 'clg1 lane',
  ev0: 'clg1 ev0',
  ev: 'clg1 ev',
  body: 'clg1 body',
  eph: 'clg1 eph',
  shown: 'clg1 shown',
  call: 'clg1 call',
  blob: 'clg1 blob',
  extra: 'clg1 extra',
  cmd: 'clg1 cmd',
  aim: 'clg1 aim',
} as const;
export type HashLabel = keyof typeof hashLabels;

/** L(x): the ASCII of the label and a zero byte, so that no label is the beginning of another. */
export function labelBytes(text: string): Uint8Array {
  return utf8(`${text}\0`);
}

const signPrefixes = new Map(Object.entries(signLabels).map(([name, text]) => [name, labelBytes(text)]));

/** What an Ed25519 key really signs: `L(label) ‖ roomId ‖ m` (CLG-03). */
export function signedBytes(label: SignLabel, roomId: Uint8Array, m: Uint8Array): Uint8Array {
  const prefix = signPrefixes.get(label) ?? labelBytes(signLabels[label]);
  if (roomId.length !== 16) throw new RangeError('A room id has 16 bytes.');
  const all = new Uint8Array(prefix.length + 16 + m.length);
  all.set(prefix);
  all.set(roomId, prefix.length);
  all.set(m, prefix.length + 16);
  return all;
}
