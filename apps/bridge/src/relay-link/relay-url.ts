import { BridgeError } from '../bridge-error.ts';

const loopbackNames = new Set(['localhost', '[::1]', '::1']);

export function isLoopback(hostname: string): boolean {
  return loopbackNames.has(hostname) || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** With no scheme before it, a single word is more likely a slip (`relay use none`, mistyped) than a machine's name. */
const looksLikeHost = (text: string): boolean =>
  /[^.]\.[^.]/.test(text) || /:\d+\/?$/.test(text) || /^(?:localhost|\[[0-9a-f:]+\])\/?$/i.test(text);

/** The relay's address as the user wrote it → its origin. Plain http is for loopback only. `next`: what a refusal tells to do. */
export function parseRelayUrl(text: string, next = ['Give it like this: --relay https://relay.example.com']): URL {
  const bad = (shown: string, why: string) =>
    new BridgeError('usage', 'relay_url', `The relay address "${shown}" cannot be used. ${why}`, next);
  if (!text.includes('://') && !looksLikeHost(text)) {
    throw bad(text, 'That is no host name: it has neither a dot nor a port, and no https:// before it.');
  }
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
