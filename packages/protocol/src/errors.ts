/**
 * The one list of error codes: who says it, whether to try again, and the sentence for people.
 * Recognised by `code`, never by `instanceof` or by text.
 */

type Entry = { retry: boolean; text: string };

/** Answers to a command (CLG-64): the act did not happen. */
export const commandErrors = {
  right: { retry: false, text: 'You do not have the right to do this here.' },
  rate: { retry: true, text: 'That was too fast. It is sent again in a moment.' },
  id_reuse: { retry: false, text: 'This was sent before with other contents and was refused.' },
  malformed: { retry: false, text: 'The host could not read this. Reload the page; if it stays, the host is older.' },
  empty: { retry: false, text: 'There is nothing to send.' },
  too_large: { retry: false, text: 'This is longer than the room allows. Shorten it or put it into a file.' },
  too_many: {
    retry: false,
    text: 'There are as many of these open as the room allows. Wait until some are done, or take some back.',
  },
  no_such_agent: { retry: false, text: 'That agent is not in this room any more.' },
  no_such_object: { retry: false, text: 'This is not there any more.' },
  already_signed: { retry: false, text: 'You signed this already. It waits for a second person.' },
  two_people: { retry: false, text: 'This needs two people, so no rule and no edit can stand for it.' },
  not_a_picture: { retry: false, text: 'What was attached is no PNG, JPEG, GIF or WebP picture. Nothing was sent.' },
  answer: { retry: false, text: 'The question does not take this answer. Change it and send it again.' },
  already_resolved: { retry: false, text: 'Somebody else decided this first.' },
  expired: { retry: false, text: 'The time to answer is over. The agent has to ask again.' },
  stale: { retry: false, text: 'This was not sent in time, so it was not done.' },
  partial_view: { retry: false, text: 'Parts of the request were not opened yet. Open them, then allow.' },
  hidden_values: { retry: false, text: 'Secret values are hidden from you, so you cannot change this input.' },
  bad_signature: { retry: false, text: 'The signature does not match what was shown. Nothing was run.' },
  stale_call: { retry: false, text: 'The agent changed its request. Look at the new one.' },
  not_supported: { retry: false, text: 'This agent cannot do that.' },
  disk_full: {
    retry: false,
    text: 'The host’s disk is full, so this could not be kept there. Nothing was run; send it without the attachment.',
  },
  busy: { retry: true, text: 'The agent is working in these files. Wait for its turn to end, or stop it.' },
  too_slow: { retry: true, text: 'The host needed too long for this. Try again.' },
  not_held: { retry: false, text: 'The queue is not held, so there was nothing to resume.' },
  terminal_closed: { retry: false, text: 'No program runs in this terminal, or it does not read what is typed.' },
  terminal_size: { retry: false, text: 'A terminal cannot have that size.' },
  not_compared: { retry: false, text: 'The host cannot compare the files of this folder.' },
  paused: { retry: false, text: 'Sharing is paused by the host.' },
  frozen: { retry: false, text: 'Your access is frozen until the host has checked it.' },
  last_host: { retry: false, text: 'The last host cannot be removed.' },
  agent_command: {
    retry: false,
    text: 'Text that begins with a slash is a command of the agent, and only the host may give it.',
  },
} as const satisfies Record<string, Entry>;
export type CommandErrorCode = keyof typeof commandErrors;

/** Sealed words of the host that end an attempt or a membership (CLG-36). Only these are shown as the host's decision. */
export const byeCodes = {
  denied: { retry: false, text: 'The host did not let you in.' },
  unknown: { retry: false, text: 'The host does not know this browser. Ask for a link.' },
  removed: { retry: false, text: 'The host removed you from this room.' },
  revoked: { retry: false, text: 'This link was revoked. Ask for a new one.' },
  expired: { retry: false, text: 'This link has expired. Ask for a new one.' },
  used_up: { retry: false, text: 'This link was used as often as it allows. Ask for a new one.' },
  paused: { retry: true, text: 'Sharing is paused by the host.' },
  moved: { retry: false, text: 'This room was opened elsewhere with this browser profile.' },
  busy: { retry: true, text: 'Too many people are waiting at the door. Try again in a moment.' },
  rolled_back: { retry: false, text: 'An older copy of the host answered.' },
  left: { retry: false, text: 'You left this room.' },
  ended: { retry: false, text: 'The host ended this session.' },
} as const satisfies Record<string, Entry>;
export type ByeCode = keyof typeof byeCodes;

/** WebSocket close codes: the relay's word, never shown as the host's decision. */
export const closeCodes = {
  going_away: { code: 1001, retry: true, text: 'The relay is restarting.' },
  frame_too_large: { code: 1009, retry: false, text: 'A message was larger than the relay takes.' },
  internal: { code: 1011, retry: true, text: 'The relay had an error of its own.' },
  bad_frame: { code: 4400, retry: false, text: 'The relay could not read a message.' },
  auth: { code: 4401, retry: false, text: 'The relay did not accept the proof of admission.' },
  unknown_admission_key: { code: 4403, retry: false, text: 'The relay does not know this link.' },
  no_such_room: { code: 4404, retry: false, text: 'The relay knows no such room.' },
  challenge_timeout: { code: 4408, retry: true, text: 'The proof of admission came too late.' },
  host_conflict: { code: 4409, retry: false, text: 'A newer or a second copy of this host holds the room.' },
  replaced: { code: 4410, retry: false, text: 'A newer connection of this host took over.' },
  version: { code: 4426, retry: false, text: 'The host speaks a version that this page does not.' },
  rate: { code: 4429, retry: true, text: 'Too many messages. Slowing down.' },
  room_full: { code: 4430, retry: true, text: 'The room is full.' },
  address_full: { code: 4434, retry: true, text: 'Too many connections from this address.' },
  resync: { code: 4431, retry: true, text: 'This reader was too slow; it catches up now.' },
  silent: { code: 4432, retry: true, text: 'Nothing was heard from this page for too long.' },
  too_many_keys: { code: 4435, retry: false, text: 'The host has more links and members than the relay takes.' },
  closed_by_host: { code: 4433, retry: true, text: 'The host closed this connection.' },
  host_away: { code: 4503, retry: true, text: 'The host is away.' },
} as const satisfies Record<string, Entry & { code: number }>;
export type CloseReason = keyof typeof closeCodes;

/** Misuse of the protocol's own functions: a bug of the caller, never shown to people as anything else. */
export const misuseErrors = {
  crypto_not_ready: { retry: true, text: 'The cryptography was used before it was ready.' },
  step_not_open: { retry: false, text: 'The first frame of a step or epoch must be a signed one.' },
  uncovered: { retry: false, text: 'A check must cover the ephemeral frames before the step or epoch changes.' },
  epoch_over: { retry: false, text: 'The epoch has no step left.' },
} as const satisfies Record<string, Entry>;

/** The reason behind a WebSocket close code; `undefined` for a code that is not ours (a cut network). */
export function closeReasonOf(code: number): CloseReason | undefined {
  for (const [reason, entry] of Object.entries(closeCodes)) if (entry.code === code) return reason as CloseReason;
  return undefined;
}

/** An error of ours: a code from the lists above (or an agent's code) and a cause. */
export class CollagilityError extends Error {
  readonly code: string;
  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'CollagilityError';
    this.code = code;
  }
}
