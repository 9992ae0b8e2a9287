import { toHex } from '../bytes.ts';
import type { Command, CommandOutcome } from '../commands.ts';
import { CollagilityError } from '../errors.ts';
import type { Clock, Timer } from '../host/contract.ts';
import type { AgentId, CommandId } from '../ids.ts';
import { as } from '../ids.ts';
import { maxPlaintextBytes } from '../limits.ts';
import type { MemberLink } from './member-link.ts';
import { Outbox } from './outbox.ts';
import { sendable } from './sendable.ts';
import { type SigningRoom, signedCommand, type Unsigned } from './signed-command.ts';
import { TerminalKeys } from './terminal-keys.ts';
import { type Uploaded, Uploader } from './uploader.ts';

/** Beside the JSON of the message in one frame. */
const maxCommandFrameBytes = maxPlaintextBytes - 512;

/** What this device asks of the host: signed in order, sent at least once, with what is too long for a frame put before. */
export class Acts {
  readonly #options: ActsOptions;
  readonly #outbox: Outbox;
  readonly #uploader: Uploader;
  readonly #keys: TerminalKeys;
  /** Commands are signed one after the other, so that they leave in the order in which they were meant. */
  #signing: Promise<void> = Promise.resolve();

  constructor(options: ActsOptions) {
    this.#options = options;
    const { clock, timer, random, changed, send, asked } = options;
    this.#outbox = new Outbox({ clock, timer, changed, send: (bytes, isLate) => this.#sendCommand(bytes, isLate) });
    this.#keys = new TerminalKeys((agentId, keys) => {
      const commandId = as<CommandId>(toHex(random(16)));
      this.send({ type: 'terminal.input', agentId, keys }, commandId);
      return commandId;
    });
    this.#uploader = new Uploader({
      random,
      send: (message, bytes) => {
        send(message, bytes);
        asked();
      },
    });
  }

  get commands() {
    return this.#outbox.commands;
  }

  /** Something has to be answered by the host. */
  get isWaiting(): boolean {
    return this.#outbox.isWaiting || this.#uploader.isWaiting;
  }

  send(unsigned: Unsigned<Command>, commandId: CommandId): void {
    this.#signing = this.#signing.then(() => this.#signAndSend(sendable(unsigned), commandId));
  }

  retry(commandId: CommandId): void {
    this.#outbox.retry(commandId);
  }

  dismiss(commandId: CommandId): void {
    this.#outbox.dismiss(commandId);
  }

  pressKeys(agentId: AgentId, keys: string): boolean {
    return this.#keys.press(agentId, keys);
  }

  upload(bytes: Uint8Array): Promise<Uploaded> {
    return this.#uploader.upload(bytes);
  }

  opened(): void {
    this.#outbox.opened();
    this.#keysEnded();
    this.#uploader.opened();
  }

  closed(): void {
    this.#outbox.closed();
    this.#uploader.closed();
  }

  /** The host's word; `undefined`: one that this client cannot read. */
  outcome(commandId: string, outcome: CommandOutcome | undefined): void {
    if (outcome !== undefined) this.#outbox.outcome(commandId, outcome);
    this.#keysEnded();
  }

  uploadAnswered(message: Parameters<Uploader['answered']>[0]): void {
    this.#uploader.answered(message);
  }

  /** Keys have no line in the list of what was sent: what became of them shows on the terminal, or as one refusal. */
  #keysEnded(): void {
    for (const { commandId, command, state, droppedBecause } of this.#outbox.commands) {
      if (command.type !== 'terminal.input' || state === 'sending' || state === 'sent' || state === 'accepted')
        continue;
      const isDone = state === 'done' && droppedBecause === undefined;
      if (this.#keys.ended(commandId, isDone) && isDone) this.#outbox.dismiss(commandId);
    }
  }

  async #signAndSend(unsigned: Unsigned<Command>, commandId: CommandId): Promise<void> {
    try {
      this.#outbox.add(commandId, await this.#signed(unsigned, commandId));
    } catch (error) {
      this.#options.count(error instanceof CollagilityError ? error.code : 'sign');
      this.#outbox.refuse(commandId, { ...unsigned } as Command, 'This is not there any more, so nothing was sent.');
    }
  }

  async #signed(unsigned: Unsigned<Command>, commandId: CommandId): Promise<Command> {
    const room = this.#options.signing();
    if (room === undefined) throw new CollagilityError('no_such_object', 'This client was not started.');
    return signedCommand(unsigned, commandId, room);
  }

  #sendCommand(bytes: Uint8Array, isLate: boolean): void {
    const late = isLate ? { late: true } : {};
    const { send } = this.#options;
    if (bytes.length <= maxCommandFrameBytes) send({ t: 'cmd', ...late }, bytes);
    else {
      this.#uploader.upload(bytes).then(
        ({ blob }) => send({ t: 'cmd', put: blob, ...late }),
        () => this.#options.count('upload_refused'),
      );
    }
    this.#options.asked();
  }
}

type ActsOptions = {
  clock: Clock;
  timer: Timer;
  random(bytes: number): Uint8Array;
  changed(): void;
  count(what: string): void;
  send: MemberLink['send'];
  /** An answer is waited for from now on. */
  asked(): void;
  /** With what an act is signed; `undefined` before the client was started. */
  signing(): SigningRoom | undefined;
};
