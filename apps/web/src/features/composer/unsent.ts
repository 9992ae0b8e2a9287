import type { SentCommand } from '@collagility/protocol/client/view';
import type { CommandType } from '@collagility/protocol/commands';
import { type AgentId, as, type ParticipantId } from '@collagility/protocol/ids';
import { maxUnsentCommands } from '@collagility/protocol/limits';
import type { RoomState } from '@collagility/protocol/state';
import type { DraftKind, DraftStore } from './draft.ts';

/** Text that was sent and has no final word, or was not taken and still stands here. It must survive the page. */
export type Unsent = {
  commandId: string;
  /** What it is again when it comes back; absent: words that have no place in the composer. */
  kind?: DraftKind | undefined;
  text: string;
  agentId?: AgentId | undefined;
  /** Pictures went along; they do not outlive the page. */
  hadPictures?: boolean | undefined;
  /** `sending` never left; `sent` left, and nobody said whether it counted; `refused` is known not to have counted. */
  state: 'sending' | 'sent' | 'refused';
};

/** What a text is again that comes back. */
export const kindOfCommand: Partial<Record<CommandType, DraftKind>> = {
  'chat.post': 'chat',
  'prompt.suggest': 'suggest',
  'prompt.run': 'prompt',
  'prompt.steer': 'steer',
  'suggestion.run': 'prompt',
  'suggestion.merge': 'prompt',
};
/** These hold words that somebody wrote, too. */
const withWords: ReadonlySet<CommandType> = new Set(['queue.edit', 'review.comment']);
const settled: ReadonlySet<SentCommand['state']> = new Set(['done', 'queued', 'accepted']);

export const isSettled = ({ state }: SentCommand): boolean => settled.has(state);

export function unsentOf(commands: readonly SentCommand[]): Unsent[] {
  return commands.flatMap((sent): Unsent[] => {
    const { command, commandId, state } = sent;
    const kind = kindOfCommand[command.type];
    if (isSettled(sent) || (kind === undefined && !withWords.has(command.type))) return [];
    if (!('text' in command) || command.text === undefined) return [];
    const agentId = 'agentId' in command ? command.agentId : undefined;
    const hadPictures = 'attachments' in command && (command.attachments?.length ?? 0) > 0;
    const at = state === 'sending' ? state : state === 'rejected' || state === 'dropped' ? 'refused' : 'sent';
    return [
      {
        commandId,
        text: command.text,
        state: at,
        ...(kind && { kind }),
        ...(agentId && { agentId }),
        ...(hadPictures && { hadPictures }),
      },
    ];
  });
}

/** Ids under which the room has what was sent: each thing is called by the command that made it. */
export function arrivedIds(state: RoomState | undefined): ReadonlySet<string> {
  if (state === undefined) return new Set();
  return new Set<string>([
    ...state.chat.map(({ messageId }) => messageId),
    ...state.suggestions.map(({ suggestionId }) => suggestionId),
    ...Object.values(state.agents).flatMap(({ queue }) => queue.map(({ promptId }) => promptId)),
    ...state.items.flatMap((item) =>
      item.kind === 'prompt' ? [item.promptId] : item.kind === 'steer' ? [item.steerId] : [],
    ),
  ]);
}

/** Whose texts: another person may join the same room in this browser after them. */
type Writer = { roomId: string; by: ParticipantId | undefined };

const keyOf = ({ roomId, by }: Writer): string => `collagility.unsent.${roomId}.${by ?? ''}`;

export function readUnsent(store: DraftStore | undefined, writer: Writer): Unsent[] {
  try {
    const json: unknown = JSON.parse(store?.getItem(keyOf(writer)) ?? '[]');
    return Array.isArray(json) ? json.flatMap(unsentIn).slice(-maxUnsentCommands) : [];
  } catch {
    // Forbidden or damaged storage: the same as nothing kept.
    return [];
  }
}

export function writeUnsent(store: DraftStore | undefined, writer: Writer, unsent: readonly Unsent[]): void {
  const key = keyOf(writer);
  try {
    // First: where there is no room for the new ones, the old ones must not be told as what waits.
    store?.removeItem(key);
    if (unsent.length > 0) store?.setItem(key, JSON.stringify(unsent.slice(-maxUnsentCommands)));
  } catch {
    // Full or forbidden storage must not stop anybody from sending: it lives as long as the page.
    return;
  }
}

const kinds: readonly DraftKind[] = ['chat', 'suggest', 'steer', 'prompt'];
const states = ['sending', 'sent', 'refused'] as const;

/** Other programs of this computer may have written under a loopback origin. */
function unsentIn(value: unknown): Unsent[] {
  if (typeof value !== 'object' || value === null) return [];
  const of = (name: string): unknown => Reflect.get(value, name);
  const [commandId, text, agentId] = [of('commandId'), of('text'), of('agentId')];
  const state = states.find((known) => known === of('state'));
  if (typeof commandId !== 'string' || typeof text !== 'string' || state === undefined) return [];
  const kind = kinds.find((known) => known === of('kind'));
  const hadPictures = of('hadPictures') === true;
  return [
    {
      commandId,
      text,
      state,
      ...(kind && { kind }),
      ...(typeof agentId === 'string' && { agentId: as<AgentId>(agentId) }),
      ...(hadPictures && { hadPictures }),
    },
  ];
}
