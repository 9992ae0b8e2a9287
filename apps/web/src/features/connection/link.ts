/** What the page knows of links without any crypto: where the fragment is, and whether its shape can be right. */

/** A whole link fragment (CLG-08). */
const shape = /^[A-Za-z0-9_-]{91}$/;
/** Of a room, and where to in it: the number of an event, which says nothing to who is not in. */
const roomAddress = /^r=([0-9a-f]{32})(?:&m=(\d{1,15}))?$/;

export type Fragment =
  | { name: 'none' }
  /** Shaped like a link; its check value is looked at by the Worker. */
  | { name: 'link'; text: string }
  /** `r=<roomId>`: names a room that this browser may have a key for, and opens nothing by itself. */
  | { name: 'room'; roomId: string; seq?: number }
  | { name: 'damaged' };

/** Reads the fragment of an address. Punctuation that a chat app glued to its end is taken off (B49). */
export function readFragment(hash: string): Fragment {
  const text = repair(hash);
  if (text === '') return { name: 'none' };
  const room = roomAddress.exec(text);
  if (room?.[1] !== undefined)
    return { name: 'room', roomId: room[1], ...(room[2] !== undefined && { seq: Number(room[2]) }) };
  return shape.test(text) ? { name: 'link', text } : { name: 'damaged' };
}

/**
 * A browser writes the quotes that a chat app put around a link as `%…`; no fragment of ours holds a percent sign. What
 * counts who came where is put behind it, as `?utm_source=mail`.
 */
function repair(hash: string): string {
  const bare = withoutGlued(hash.replace(/^(?:#|%23)/i, ''));
  return /^([A-Za-z0-9_-]{91})[?&:].*$/s.exec(bare)?.[1] ?? bare;
}

/** From the end, once: an expression would be tried at each sign, which is of square cost in a long row of dots. */
function withoutGlued(text: string): string {
  let end = text.length;
  for (;;) {
    if (glued.test(text.charAt(end - 1))) end -= 1;
    else if (gluedEscape.test(text.slice(Math.max(0, end - 3), end))) end -= 3;
    else return text.slice(0, end);
  }
}

const glued = /^[^A-Za-z0-9_%-]$/;
const gluedEscape = /^%[0-9a-f]{2}$/i;

/** The address of one message. It names the room and opens nothing: whoever follows it must be in already. */
export const linkToMessage = (origin: string, roomId: string, seq: number): string =>
  `${origin}/s#r=${roomId}&m=${seq}`;

/**
 * Where a pasted link leads: only http(s) and a fragment of ours. A bare fragment is taken for this origin. It is found in
 * the message that brought it, and in the address that a mail filter put around it.
 */
export function targetOfLink(pasted: string, origin: string): string | undefined {
  const given = pasted.slice(0, maxPasted);
  const joined = given.replaceAll(/\s+/g, '');
  const bare = repair(joined);
  if (shape.test(bare)) return `${origin}/s#${bare}`;
  for (const text of [given, joined, unescaped(joined), unescaped(unescaped(joined))]) {
    const [, at, fragment] = linkInside.exec(text.replace(/%23/i, '#')) ?? [];
    const url = at === undefined || fragment === undefined ? null : URL.parse(at);
    if (url !== null) return `${url.origin}/s#${fragment}`;
  }
  return undefined;
}

const maxPasted = 20_000;
/** The last address before a whole fragment of ours. One that holds another address is somebody else's, around ours. */
const linkInside =
  /(https?:\/\/[^\s/?#=&<>"']+)(?:[/?](?:(?!https?:)[^\s#<>"'%])*)?#(r=[0-9a-f]{32}(?:&m=\d{1,15})?|[A-Za-z0-9_-]{91})(?![A-Za-z0-9_-])/i;

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
