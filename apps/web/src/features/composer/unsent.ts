import type { SentCommand } from '@collagility/protocol/client/view';
import type { CommandType } from '@collagility/protocol/commands';
import { type AgentId, as } from '@collagility/protocol/ids';
import type { DraftKind, DraftStore } from './draft.ts';

/** Text that was sent and has no final word, or was not taken and still stands here. It must survive the page. */
export type Unsent = {
  commandId: string;
  /** What it is again when it comes back; absent: words that have no place in the composer. */
  kind?: DraftKind | undefined;
  text: string;
  agentId?: AgentId | undefined;
  /** `sending` never left; `sent` left, and nobody said that it counted. */
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
const maxKept = 20;
const settled: ReadonlySet<SentCommand['state']> = new Set(['done', 'queued', 'accepted']);

export const isSettled = ({ state }: SentCommand): boolean => settled.has(state);

export function unsentOf(commands: readonly SentCommand[]): Unsent[] {
  return commands.flatMap((sent): Unsent[] => {
    const { command, commandId, state } = sent;
    const kind = kindOfCommand[command.type];
    if (isSettled(sent) || (kind === undefined && !withWords.has(command.type))) return [];
    if (!('text' in command) || command.text === undefined) return [];
    const agentId = 'agentId' in command ? command.agentId : undefined;
    const at = state === 'sending' || state === 'sent' ? state : 'refused';
    return [{ commandId, text: command.text, state: at, ...(kind && { kind }), ...(agentId && { agentId }) }];
  });
}

const keyOf = (roomId: string): string => `collagility.unsent.${roomId}`;

export function readUnsent(store: DraftStore | undefined, roomId: string): Unsent[] {
  try {
    const json: unknown = JSON.parse(store?.getItem(keyOf(roomId)) ?? '[]');
    return Array.isArray(json) ? json.flatMap(unsentIn).slice(-maxKept) : [];
  } catch {
    // Forbidden or damaged storage: the same as nothing kept.
    return [];
  }
}

export function writeUnsent(store: DraftStore | undefined, roomId: string, unsent: readonly Unsent[]): void {
  try {
    if (unsent.length === 0) store?.removeItem(keyOf(roomId));
    else store?.setItem(keyOf(roomId), JSON.stringify(unsent.slice(-maxKept)));
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
  return [
    {
      commandId,
      text,
      state,
      ...(kind && { kind }),
      ...(typeof agentId === 'string' && { agentId: as<AgentId>(agentId) }),
    },
  ];
}
