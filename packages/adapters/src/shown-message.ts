/** A message of an agent as the room may read it: without the address of a server, and without what looks like a key. */
export const shownMessage = (message: string): string =>
  message
    .replace(/,? ?url: \S+/g, '')
    .replace(/\b(?:https?|wss?):\/\/[^\s"')]+/g, '(address)')
    .replace(/\b\d{1,3}(?:\.\d{1,3}){3}:\d+\b/g, '(address)')
    .replace(/\b(sk|sess)-[\w*-]{4,}/g, '(key)')
    .replace(/(API key provided: )[^\s.,"]+/g, '$1(key)');
