import { utf8 } from '../bytes.ts';
import type { Command, CommandOutcome } from '../commands.ts';
import type { LiveBlock } from '../ephemeral.ts';
import type { CommandErrorCode } from '../errors.ts';
import type { RoomEvent } from '../events.ts';
import type { AskAnswer, CommandSender, RoomApplication, RoomHost } from '../host/contract.ts';
import type { CommandId } from '../ids.ts';
import type { TerminalScreen } from '../terminal.ts';
import type { WorkspaceAsk } from '../workspace.ts';

/** A bridge that only chats and keeps the door: enough to see every rule of the room itself. */
export class TestApplication implements RoomApplication {
  room: RoomHost | undefined;
  live: LiveBlock[] = [];
  readonly failures: unknown[] = [];
  rolledBackTo: number | undefined;
  peopleChanges = 0;
  /** Every command that was executed, by id: none may be in here twice. */
  readonly executed: Array<{ commandId: CommandId; command: Command }> = [];
  /** What questions about the folder are answered with. */
  answer: (ask: WorkspaceAsk, floorSeq: number) => Promise<AskAnswer> = async () => ({
    ok: false,
    code: 'not_supported',
  });
  /** What a terminal shows, with the floor of who asks behind it. */
  screen: TerminalScreen | undefined;
  /** Set to hold the outcome of commands back. */
  hold: Promise<void> | undefined;

  judge(sender: CommandSender, _commandId: CommandId, command: Command): CommandErrorCode | undefined {
    const { rights } = sender;
    if (sender.frozen && command.type !== 'member.leave') return 'frozen';
    switch (command.type) {
      case 'chat.post':
        return rights.chat ? undefined : 'right';
      case 'prompt.run':
        return rights.prompt === 'run' ? undefined : 'right';
      case 'approval.answer':
        return rights.approve ? undefined : 'right';
      case 'turn.interrupt':
        return rights.interrupt ? undefined : 'right';
      case 'lobby.answer':
      case 'invite.create':
      case 'invite.revoke':
        return rights.invite ? undefined : 'right';
      case 'member.remove':
      case 'member.unfreeze':
        return rights.manage ? undefined : 'right';
      default:
        return undefined;
    }
  }

  execute(sender: CommandSender, commandId: CommandId, command: Command): CommandOutcome | Promise<CommandOutcome> {
    this.executed.push({ commandId, command });
    const outcome = this.#act(sender, commandId, command);
    return this.hold === undefined ? outcome : this.hold.then(() => outcome);
  }

  answerAsk(_sender: CommandSender, floorSeq: number, ask: WorkspaceAsk): Promise<AskAnswer> {
    return this.answer(ask, floorSeq);
  }

  terminalScreen(sender: CommandSender, floorSeq: number): AskAnswer {
    if (sender.rights.terminal === 'none') return { ok: false, code: 'right' };
    return this.screen === undefined
      ? { ok: false, code: 'no_such_agent' }
      : { ok: true, bytes: utf8(JSON.stringify({ ...this.screen, text: `${this.screen.text}|${floorSeq}` })) };
  }

  liveBlocks(): LiveBlock[] {
    return this.live;
  }

  peopleChanged(): void {
    this.peopleChanges += 1;
  }

  journalFailed(error: unknown): void {
    this.failures.push(error);
  }

  rolledBack(gen: number): void {
    this.rolledBackTo = gen;
  }

  eventsOnRemoval(): RoomEvent[] {
    return [];
  }

  #act({ participantId, memberId }: CommandSender, commandId: CommandId, command: Command): CommandOutcome {
    const room = this.room;
    if (room === undefined) return { state: 'rejected', code: 'malformed' };
    const by = participantId;
    switch (command.type) {
      case 'chat.post':
        room.append([{ type: 'chat.posted', atMs: 0, messageId: commandId, by, text: command.text }]);
        return { state: 'done' };
      case 'member.leave':
        room.leave(memberId);
        return { state: 'done' };
      case 'lobby.answer':
        return outcomeOf(room.answerCard(command.cardId, command, by));
      case 'member.remove':
        return outcomeOf(room.removeParticipant(command.participantId, { by, block: command.block }));
      case 'member.unfreeze':
        return outcomeOf(room.unfreeze(command.memberId, by));
      case 'invite.create':
        return { state: 'done', result: room.createInvite(command, by) };
      default:
        return { state: 'done' };
    }
  }
}

const outcomeOf = (code: CommandErrorCode | undefined): CommandOutcome =>
  code === undefined ? { state: 'done' } : { state: 'rejected', code };
