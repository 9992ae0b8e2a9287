import type { MemberId } from '../ids.ts';
import type { OutgoingHostMessage } from '../messages.ts';
import type { InviteView, LobbyCard } from '../private.ts';
import { mayGive, type Rights, rightsOfRole } from '../rights.ts';
import type { CommandSender, Defer } from './contract.ts';
import type { Sockets } from './sockets.ts';

/** Cards at the door and links: to those who may answer and make them, at once when they change, on `direct` only (CLG-50). */
export class PrivateLists {
  readonly #sockets: Sockets;
  readonly #defer: Defer;
  readonly #senderOf: (memberId: MemberId) => CommandSender | undefined;
  readonly #cards: () => LobbyCard[];
  readonly #invites: () => InviteView[];
  /** What each live device was told last, as text; absent: nothing. */
  #told = new Map<MemberId, { cards: string; invites: string }>();
  #isDue = false;

  constructor(options: {
    sockets: Sockets;
    defer: Defer;
    senderOf: (memberId: MemberId) => CommandSender | undefined;
    cards: () => LobbyCard[];
    invites: () => InviteView[];
  }) {
    this.#sockets = options.sockets;
    this.#defer = options.defer;
    this.#senderOf = options.senderOf;
    this.#cards = options.cards;
    this.#invites = options.invites;
  }

  changed(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#defer(() => this.#push());
  }

  /** A new channel knows nothing yet. */
  forget(memberId: MemberId): void {
    this.#told.delete(memberId);
  }

  #push(): void {
    this.#isDue = false;
    const cards = this.#cards();
    const invites = this.#invites();
    const told = new Map<MemberId, { cards: string; invites: string }>();
    for (const memberId of this.#sockets.liveMembers()) {
      const own = this.#senderOf(memberId)?.rights;
      const mayInvite = own?.invite === true;
      const before = this.#told.get(memberId) ?? { cards: '[]', invites: '[]' };
      const now = {
        cards: this.#tell(memberId, before.cards, { t: 'lobby', cards: mayInvite ? cards : [] }),
        invites: this.#tell(memberId, before.invites, {
          t: 'invites',
          invites: mayInvite ? invites.map((invite) => asSeenBy(own, invite)) : [],
        }),
      };
      told.set(memberId, now);
    }
    this.#told = told;
  }

  #tell(memberId: MemberId, before: string, message: Extract<OutgoingHostMessage, { t: 'lobby' | 'invites' }>): string {
    const now = JSON.stringify(message.t === 'lobby' ? message.cards : message.invites);
    if (now !== before) this.#sockets.sendToMember(memberId, message);
    return now;
  }
}

/** A link that lets in at once is a way to its rights: those who lack them see that it exists, not the link. */
function asSeenBy(own: Rights, invite: InviteView): InviteView {
  if (invite.lobby || mayGive(own, invite.rights ?? rightsOfRole[invite.role])) return invite;
  const { link: _, ...shown } = invite;
  return shown;
}
