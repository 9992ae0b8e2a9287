import * as v from 'valibot';
import { fromUtf8, utf8 } from '../bytes.ts';
import { type CloseReason, closeCodes } from '../errors.ts';
import { maxControlBytes } from '../limits.ts';

/** The page's only text message, and the relay's answer, given without waking the room (CLG-23). */
export const heartbeatText = 'ping';
export const heartbeatAnswer = 'pong';

const hexOf = (bytes: number) => v.pipe(v.string(), v.regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`)));
const handle = hexOf(8);
/** host[:port] that was dialled, lower case (CLG-20). */
const authority = v.pipe(v.string(), v.minLength(1), v.maxLength(261), v.regex(/^[^\sA-Z]+$/));
const u32 = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(0xffff_ffff));
const reasons = Object.keys(closeCodes) as [CloseReason, ...CloseReason[]];

/** Admission keys that fit one `keys` message of 4 KiB. */
export const keysPerMessage = 48;

const schemas = {
  /** Relay to everybody, first: the challenge. */
  ch: v.object({ ch: hexOf(32) }),
  /** Host: takes the seat. */
  seat: v.object({ pk: hexOf(32), gen: u32, boot: hexOf(16), auth: authority, sig: hexOf(64) }),
  /** Member: is admitted by an invite's key or its own pass. */
  admit: v.object({ id8: hexOf(8), auth: authority, sig: hexOf(64) }),
  /** Relay to host: a socket was admitted under key `id8`. `addr` only where the relay was told whom to trust. */
  in: v.object({ h: handle, id8: hexOf(8), addr: v.optional(v.pipe(v.string(), v.maxLength(64))) }),
  out: v.object({ h: handle }),
  /** Host: the whole set of admission keys. With `more` the next `keys` goes on; the set counts when it is complete. */
  keys: v.object({ set: v.pipe(v.array(hexOf(32)), v.maxLength(keysPerMessage)), more: v.optional(v.boolean()) }),
  'key+': v.object({ pk: hexOf(32) }),
  'key-': v.object({ pk: hexOf(32) }),
  /** Host: from here on this socket gets group frames (CLG-22). */
  open: v.object({ h: handle }),
  close: v.object({ h: handle, code: v.picklist(reasons) }),
  /** Relay to member: whether the host has its seat, first after admission. To the host: its seat is taken. */
  host: v.object({ up: v.boolean() }),
  /**
   * Relay to member, where the relay cannot see what waits for a slow reader; sent back as it is once read. Whoever
   * does not answer counts as a reader that has stopped.
   */
  mark: v.object({ n: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) }),
};

type ControlType = keyof typeof schemas;
export type ControlMessageOf<T extends ControlType> = { t: T } & v.InferOutput<(typeof schemas)[T]>;
export type ControlMessage = { [T in ControlType]: ControlMessageOf<T> }[ControlType];

const isKnown = (type: string): type is ControlType => Object.hasOwn(schemas, type);
const head = v.object({ t: v.string() });

export function encodeControl(message: ControlMessage): Uint8Array {
  const bytes = utf8(JSON.stringify(message));
  if (bytes.length > maxControlBytes) throw new RangeError(`A control message of ${bytes.length} bytes is too long.`);
  return bytes;
}

/** The whole key set as the messages that carry it, in order. */
export function encodeKeySet(publicKeys: readonly string[]): Uint8Array[] {
  const messages: Uint8Array[] = [];
  for (let at = 0; at === 0 || at < publicKeys.length; at += keysPerMessage) {
    const hasMore = at + keysPerMessage < publicKeys.length;
    const set = publicKeys.slice(at, at + keysPerMessage);
    messages.push(encodeControl({ t: 'keys', set, ...(hasMore ? { more: true } : {}) }));
  }
  return messages;
}

/** `undefined`: not a control message of this version; the socket is closed with `bad_frame`. */
export function decodeControl(bytes: Uint8Array): ControlMessage | undefined {
  if (bytes.length > maxControlBytes) return undefined;
  const text = fromUtf8(bytes);
  if (text === undefined) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const type = v.safeParse(head, json);
  if (!type.success || !isKnown(type.output.t)) return undefined;
  const body = v.safeParse(schemas[type.output.t], json);
  return body.success ? ({ t: type.output.t, ...body.output } as ControlMessage) : undefined;
}
