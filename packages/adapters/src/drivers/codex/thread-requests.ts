import { type Fields, given } from '../../fields.ts';
import type { RpcReply } from '../../json-rpc.ts';
import type { CodexConnection } from './connection.ts';
import { type Policy, policyParams } from './policies.ts';

export interface ThreadRequestsOptions {
  connection(): CodexConnection | undefined;
  threadId(): string | undefined;
  answerMs: number;
  stepMs: number;
}

/** What is asked of a thread beside its turns. Without a process every answer is that it is closed. */
export class ThreadRequests {
  readonly #options: ThreadRequestsOptions;

  constructor(options: ThreadRequestsOptions) {
    this.#options = options;
  }

  steer(expectedTurnId: string | undefined, input: Fields[], clientUserMessageId?: string): Promise<RpcReply> {
    return this.#ask('turn/steer', { expectedTurnId, input, ...given('clientUserMessageId', clientUserMessageId) });
  }

  interrupt(turnId: string): Promise<RpcReply> {
    return this.#ask('turn/interrupt', { turnId }, this.#options.stepMs);
  }

  setPolicy(policy: Policy): Promise<RpcReply> {
    return this.#ask('thread/settings/update', policyParams(policy));
  }

  /** The latest turns, without what was said in them. */
  latestTurns(): Promise<RpcReply> {
    return this.#ask('thread/turns/list', { limit: 4, itemsView: 'notLoaded' });
  }

  /** This turn and all later ones leave the conversation. */
  revert(beforeTurnId: string): Promise<RpcReply> {
    return this.#ask('thread/revert', { beforeTurnId });
  }

  /** An interrupt leaves the commands running that it had started. False where their end was not confirmed. */
  async endBackgroundCommands(): Promise<boolean> {
    const reply = await this.#ask('thread/backgroundTerminals/clean', {}, this.#options.stepMs);
    return reply.ok || reply.reason === 'closed';
  }

  #ask(method: string, params: Fields, timeoutMs = this.#options.answerMs): Promise<RpcReply> {
    const closed: RpcReply = { ok: false, reason: 'closed', message: 'Codex is not running.' };
    const whole = { threadId: this.#options.threadId(), ...params };
    return this.#options.connection()?.request(method, whole, { timeoutMs }) ?? Promise.resolve(closed);
  }
}
