import * as v from 'valibot';
import { blobHash } from '../blob.ts';
import { concat, equal, fromHex } from '../bytes.ts';
import { CollagilityError } from '../errors.ts';
import { count, hex } from '../events/shared.ts';
import type { AgentId } from '../ids.ts';
import { maxOutstandingPulls, maxPartBytes } from '../limits.ts';
import type { Pull } from '../messages.ts';
import { parseJson } from '../plaintext.ts';
import { TerminalScreen } from '../terminal.ts';
import { parseWorkspaceAnswer, type WorkspaceAnswer, type WorkspaceAsk } from '../workspace.ts';

/** The most that a member takes as one answer. */
const maxAnswerBytes = 16 * 1024 * 1024;
const ValueName = v.object({ blob: hex, len: v.pipe(count, v.maxValue(maxAnswerBytes)), hash: hex });

export type PulledPart = { bytes: Uint8Array; end: boolean };
type Request = {
  id: number;
  pull: Pull;
  isSent: boolean;
  resolve: (part: PulledPart) => void;
  reject: (error: CollagilityError) => void;
};

/** Questions to the host and their answers: few at a time, asked again after a new welcome (CLG-61). */
export class PullRequests {
  readonly #send: (id: number, pull: Pull) => void;
  readonly #requests = new Map<number, Request>();
  #nextId = 1;
  #isOpen = false;

  constructor(send: (id: number, pull: Pull) => void) {
    this.#send = send;
  }

  get isWaiting(): boolean {
    return this.#requests.size > 0;
  }

  request(pull: Pull): Promise<PulledPart> {
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      this.#requests.set(id, { id, pull, isSent: false, resolve, reject });
      this.#sendMore();
    });
  }

  /** The whole value, checked before any of it is used. */
  async blob(ref: { blob: string; len: number; hash: string }): Promise<Uint8Array> {
    const offsets = Array.from(
      { length: Math.max(1, Math.ceil(ref.len / maxPartBytes)) },
      (_, at) => at * maxPartBytes,
    );
    const parts = await Promise.all(
      offsets.map((off) => this.request({ what: 'blob', blob: ref.blob, off }).then(({ bytes }) => bytes)),
    );
    const whole = concat(...parts);
    const hash = fromHex(ref.hash, 32);
    if (whole.length !== ref.len || hash === undefined || !equal(blobHash(whole), hash)) {
      throw new CollagilityError('hash', 'A value from the host is not what its event names.');
    }
    return whole;
  }

  /** A question about the shared folder; a long answer comes as a value of its own (CLG-68). */
  async ask<Ask extends WorkspaceAsk>(ask: Ask): Promise<WorkspaceAnswer<Ask>> {
    const { bytes, end } = await this.request({ what: 'ask', ask });
    const whole = end ? bytes : await this.#named(bytes);
    const json = parseJson(whole);
    const answer = json.ok ? parseWorkspaceAnswer(ask, json.value) : undefined;
    if (answer === undefined) throw new CollagilityError('malformed', 'The answer of the host cannot be read.');
    return answer;
  }

  /** A terminal's screen; a long one comes as a value of its own (CLG-69). */
  async terminal(agentId: AgentId): Promise<TerminalScreen> {
    const { bytes, end } = await this.request({ what: 'terminal', agentId });
    const json = parseJson(end ? bytes : await this.#named(bytes));
    const screen = v.safeParse(TerminalScreen, json.ok ? json.value : undefined);
    if (!screen.success) throw new CollagilityError('malformed', 'The screen that the host sent cannot be read.');
    return screen.output;
  }

  #named(name: Uint8Array): Promise<Uint8Array> {
    const json = parseJson(name);
    const ref = v.safeParse(ValueName, json.ok ? json.value : undefined);
    if (!ref.success) throw new CollagilityError('malformed', 'The answer of the host cannot be read.');
    return this.blob(ref.output);
  }

  answered(part: { id: number; end: boolean; refused?: string | undefined }, bytes: Uint8Array): void {
    const request = this.#requests.get(part.id);
    if (request === undefined) return;
    this.#requests.delete(part.id);
    if (part.refused === undefined) request.resolve({ bytes: bytes.slice(), end: part.end });
    else request.reject(new CollagilityError(part.refused, 'The host did not give this.'));
    this.#sendMore();
  }

  /** A new channel: nothing that was asked on the old one will be answered. */
  opened(): void {
    this.#isOpen = true;
    for (const request of this.#requests.values()) request.isSent = false;
    this.#sendMore();
  }

  closed(): void {
    this.#isOpen = false;
  }

  #sendMore(): void {
    if (!this.#isOpen) return;
    const requests = [...this.#requests.values()];
    let outstanding = requests.filter((request) => request.isSent).length;
    for (const request of requests) {
      if (outstanding >= maxOutstandingPulls) return;
      if (request.isSent) continue;
      request.isSent = true;
      outstanding += 1;
      this.#send(request.id, request.pull);
    }
  }
}
