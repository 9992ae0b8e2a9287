import type { Acts } from './acts.ts';
import type { LivenessWatch } from './liveness-watch.ts';
import type { ProgressWatch } from './progress-watch.ts';
import type { PullRequests } from './pull-requests.ts';
import { type DirectMessage, listOf, outcomeOf } from './session.ts';
import type { ClientView } from './view.ts';

type Ears = {
  acts: Acts;
  pulls: PullRequests;
  liveness: LivenessWatch;
  progress: ProgressWatch;
  changed(): void;
};

/** What the host tells this member alone: answers go to those who wait for them, lists are kept for the view. */
export class HostWords {
  readonly #ears: Ears;
  #lobby: ClientView['lobby'] = [];
  #invites: ClientView['invites'] = [];

  constructor(ears: Ears) {
    this.#ears = ears;
  }

  get lobby(): ClientView['lobby'] {
    return this.#lobby;
  }

  get invites(): ClientView['invites'] {
    return this.#invites;
  }

  take(message: Exclude<DirectMessage, { t: 'bye' }>, bin: Uint8Array): void {
    const { acts, pulls, liveness, progress, changed } = this.#ears;
    progress.progressed();
    switch (message.t) {
      case 'out':
        acts.outcome(message.id, outcomeOf(message.o));
        return;
      case 'part':
        pulls.answered(message, bin);
        return;
      case 'put':
        acts.uploadAnswered(message);
        return;
      case 'pong':
        liveness.take({ kind: 'beat', beatMs: beatMsOf(message.beat) });
        liveness.take({ kind: 'pong', pingId: message.n, hostMs: message.hostMs });
        return;
      case 'beat':
        liveness.take({ kind: 'beat', beatMs: beatMsOf(message.s) });
        changed();
        return;
      case 'lobby':
        this.#lobby = listOf(message.cards, 'cardId');
        changed();
        return;
      case 'invites':
        this.#invites = listOf(message.invites, 'inviteId');
        changed();
        return;
      default:
        message satisfies never;
    }
  }
}

export const beatMsOf = (seconds: number): number | undefined => (seconds > 0 ? seconds * 1000 : undefined);
