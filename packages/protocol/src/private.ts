/** What only some may see: never in an event, only on the pairwise `direct` lane (CLG-50). */
import type { InviteOptions } from './commands.ts';
import type { CardId, InviteId, MemberId, ParticipantId } from './ids.ts';
import type { Rights, Role } from './rights.ts';

/** Somebody at the door. `words` are the four safety words that the joiner sees too. */
export type LobbyCard = {
  cardId: CardId;
  name: string;
  inviteId: InviteId;
  inviteLabel: string;
  role: Role;
  rights: Rights;
  words: [string, string, string, string];
  /** Host's monotonic clock, to show how long they wait. */
  sinceHostMs: number;
  /** `known-device`: a member's device key came by a link. `out-of-step`: restored or copied browser (CLG-27, 28). */
  kind: 'new' | 'known-device' | 'out-of-step';
  memberId?: MemberId;
  participantId?: ParticipantId;
  /** It keeps no key: opened again it comes as somebody new. */
  inMemory?: true;
};

/** An invite as its makers see it. */
export type InviteView = InviteOptions & {
  inviteId: InviteId;
  /** The full link; absent once the secret was deleted. */
  link?: string;
  uses: number;
  createdAtMs: number;
  silenced: boolean;
  state: 'open' | 'revoked' | 'expired' | 'used-up';
};
