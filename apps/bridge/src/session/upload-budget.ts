import type { CommandSender } from '@collagility/protocol/host/contract';
import type { ParticipantId } from '@collagility/protocol/ids';
import { maxKeptUploadBytes } from '@collagility/protocol/limits';

/** What each guest may have written to the host's disk; whoever manages the room is not counted. */
export class UploadBudget {
  readonly #taken = new Map<ParticipantId, number>();

  take({ participantId, rights }: CommandSender, bytes: number): boolean {
    if (rights.manage) return true;
    const taken = (this.#taken.get(participantId) ?? 0) + bytes;
    if (taken > maxKeptUploadBytes) return false;
    this.#taken.set(participantId, taken);
    return true;
  }
}
