import * as v from 'valibot';
import type { MemberId } from '../ids.ts';
import { MemberMessage } from '../messages.ts';
import type { Chatter } from './chatter.ts';
import type { Commands } from './commands.ts';
import type { DeviceRecord } from './contract.ts';
import type { Group } from './group.ts';
import type { Presence } from './presence.ts';
import type { Pulls } from './pulls.ts';
import type { Sockets } from './sockets.ts';
import type { Uploads } from './uploads.ts';

type Parts = {
  commands: Commands;
  pulls: Pulls;
  uploads: Uploads;
  chatter: Chatter;
  presence: Presence;
  group: Group;
  sockets: Sockets;
  deviceOf: (memberId: MemberId) => DeviceRecord | undefined;
  onAudience: () => void;
  count: (what: string) => void;
};

/** What a member says on its own channel, each to the part that answers it. */
export class MemberMessages {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  take(memberId: MemberId, json: unknown, bin: Uint8Array): void {
    const parsed = v.safeParse(MemberMessage, json);
    const device = this.#parts.deviceOf(memberId);
    if (!parsed.success || device === undefined) {
      this.#parts.count('unknown_message');
      return;
    }
    const { commands, pulls, uploads, chatter, presence, sockets } = this.#parts;
    const message = parsed.output;
    switch (message.t) {
      case 'cmd': {
        const bytes = message.put === undefined ? bin.slice() : uploads.complete(memberId, message.put);
        if (bytes === undefined) this.#parts.count('command_without_body');
        else commands.take(memberId, bytes, message.late === true);
        return;
      }
      case 'get':
        pulls.request(memberId, message.id, message.pull);
        return;
      case 'put': {
        const answer = uploads.put(memberId, message, bin);
        sockets.sendToMember(memberId, { t: 'put', blob: message.blob, ...answer });
        return;
      }
      case 'ping':
        chatter.say(memberId, 'ping', () => this.#pong(memberId, message.n));
        return;
      case 'typing':
        if (!device.frozen) chatter.say(memberId, 'typing', () => presence.typing(device.participantId, message.on));
        return;
      case 'presence':
        chatter.say(memberId, 'presence', () => {
          presence.set(memberId, device.participantId, message.x);
          this.#parts.onAudience();
        });
        return;
      case 'looking':
        if (!device.frozen) chatter.say(memberId, 'looking', () => presence.looking(memberId, message.x));
        return;
      default:
        message satisfies never;
    }
  }

  /** The beat in force and a check come with the answer (CLG-58). */
  #pong(memberId: MemberId, n: number): void {
    const { group, sockets } = this.#parts;
    sockets.sendToMember(memberId, { t: 'pong', n, hostMs: group.hostMs, beat: group.beatSeconds });
    if (group.beatSeconds > 0) group.checkSoon();
  }
}
