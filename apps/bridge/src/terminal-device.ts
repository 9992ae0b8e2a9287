import { toHex } from '@collagility/protocol/bytes';
import type { Command, CommandOutcome } from '@collagility/protocol/commands';
import type { CommandSender, RoomApplication, RoomHost } from '@collagility/protocol/host/contract';
import { as, type CommandId } from '@collagility/protocol/ids';
import { rightsOfRole } from '@collagility/protocol/rights';
import { terminalMemberId } from './session/engine-state.ts';

/** A command as it is meant here: the room's own chain vouches for the terminal, so no device signs. */
export type TerminalCommand = Command extends infer C ? (C extends { signed: unknown } ? Omit<C, 'signed'> : C) : never;

const unsigned = { statement: '', signature: '' };

/** The terminal gives the same commands as any page of the host, and they are judged by the same code. */
export function terminalDevice(options: {
  host: RoomHost;
  application: RoomApplication;
  devicePk: Uint8Array;
  random(bytes: number): Uint8Array;
}) {
  const { host, application, random, devicePk } = options;
  const sender: CommandSender = {
    memberId: terminalMemberId,
    participantId: host.hostParticipantId,
    role: 'host',
    rights: rightsOfRole.host,
    devicePk,
    frozen: false,
  };
  return {
    /** Does it now; what became of it is told as for every device. */
    async act(meant: TerminalCommand): Promise<CommandOutcome> {
      const commandId = as<CommandId>(toHex(random(16)));
      const command = { signed: unsigned, ...meant } as Command;
      const code = application.judge(sender, commandId, command);
      if (code !== undefined) return { state: 'rejected', code };
      return application.execute(sender, commandId, command);
    },
  };
}
export type TerminalDevice = ReturnType<typeof terminalDevice>;
