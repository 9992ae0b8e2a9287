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

/** A browser writes the quotes that a chat app put around a link as `%…`; no fragment of ours holds a percent sign. */
function repair(hash: string): string {
  return hash.replace(/^(?:#|%23)/i, '').replace(/(?:%[0-9a-f]{2}|[)\].,;:!?>"'”’\s])+$/i, '');
}

/** The address of one message. It names the room and opens nothing: whoever follows it must be in already. */
export const linkToMessage = (origin: string, roomId: string, seq: number): string =>
  `${origin}/s#r=${roomId}&m=${seq}`;

/** Where a pasted link leads: only http(s) and a fragment of ours. A bare fragment is taken for this origin. */
export function targetOfLink(pasted: string, origin: string): string | undefined {
  const text = pasted.trim().replaceAll(/\s+/g, '').replace(/%23/i, '#');
  const bare = repair(text);
  if (shape.test(bare)) return `${origin}/s#${bare}`;
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  const fragment = readFragment(url.hash);
  if (fragment.name === 'none' || fragment.name === 'damaged') return undefined;
  return `${url.origin}/s#${repair(url.hash)}`;
}
