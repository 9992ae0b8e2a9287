import { BridgeError } from '../bridge-error.ts';

const loopbackNames = new Set(['localhost', '[::1]', '::1']);

export function isLoopback(hostname: string): boolean {
  return loopbackNames.has(hostname) || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** The relay's address as the user wrote it → its origin. Plain http is for loopback only. */
export function parseRelayUrl(text: string): URL {
  const withScheme = text.includes('://') ? text : `https://${text}`;
  if (!URL.canParse(withScheme)) throw bad(text, 'That is not a web address.');
  const url = new URL(withScheme);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw bad(text, 'A relay has an https address.');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw bad(text, 'Plain http would let the network in between change the page; it is for this computer only.');
  }
  if (url.username || url.password) throw bad(url.host, 'A relay takes no user name in its address.');
  if (url.pathname !== '/' || url.search || url.hash) throw bad(text, 'Only the host is given, without a path.');
  return url;
}

/** Where the bridge's socket goes. */
export function socketUrl(relay: URL, roomId: string): URL {
  const url = new URL(`/parties/room/${roomId}`, relay);
  url.protocol = relay.protocol === 'https:' ? 'wss:' : 'ws:';
  return url;
}

function bad(text: string, why: string): BridgeError {
  return new BridgeError('usage', 'relay_url', `The relay address "${text}" cannot be used. ${why}`, [
    'Give it like this: --relay https://relay.example.com',
  ]);
}
