import { ready } from '@collagility/protocol/crypto/sodium';
import { MemberSession } from './member-session.ts';
import type { PageMessage } from './messages.ts';

/** The Worker's entry: keys and socket live here, where a hidden page is not throttled. */
const session = new MemberSession((message, transfer = []) => self.postMessage(message, { transfer }));

self.addEventListener('message', ({ data }: MessageEvent<PageMessage>) => {
  // Messages keep their order: each waits for the same promise.
  ready.then(() => session.take(data));
});
