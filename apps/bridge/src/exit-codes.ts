/** Exit codes, after sysexits.h. `--help` prints this table. */
export const exitCodes = {
  ok: { code: 0, text: 'ended normally, or the room already runs and its link was printed' },
  failed: { code: 1, text: 'something unexpected failed; the message says what was kept' },
  usage: { code: 64, text: 'unknown flag, value, agent or command' },
  noInput: { code: 66, text: 'the folder or a file that was named is missing' },
  unavailable: { code: 69, text: 'agent, relay or cloudflared is missing, not logged in or not reachable' },
  cannotCreate: { code: 73, text: 'the data directory or the folder cannot be written' },
  busy: { code: 75, text: 'the port is taken or another room is running in this folder' },
  notAllowed: { code: 77, text: 'refused: this would open the bridge to the network without protection' },
  setUp: { code: 78, text: 'Node is too old or the installation is incomplete' },
  forced: { code: 130, text: 'ended by a second Ctrl+C before the shutdown was complete' },
} as const satisfies Record<string, { code: number; text: string }>;

export type ExitReason = keyof typeof exitCodes;
