import type { ParticipantId } from '@collagility/protocol/ids';
import type { ApprovalItem, RoomState, TimelineItem } from '@collagility/protocol/state';
import { strings } from '../../strings.ts';
import { recordWord } from '../approvals/record-word.ts';

const words = strings.room.announce;

/** What a screen reader is told about the way from one state to the next; the newest of each kind wins. */
export function announcementsBetween(
  before: RoomState | undefined,
  after: RoomState | undefined,
  me: ParticipantId | undefined,
  /** Single keys can be pressed here: a phone has none, and they can be switched off. */
  hasKeys = true,
): { polite: string; assertive: string } {
  let [polite, assertive] = ['', ''];
  if (before === undefined || after === undefined || before === after) return { polite, assertive };
  for (const item of after.items.slice(-8)) {
    if (item.seq > before.seq) polite = newItem(item, after, me) ?? polite;
    else if (item.lastSeq > before.seq) polite = changedItem(item, after, before.seq) ?? polite;
  }
  // Sharing that stops or goes on changes what everything else on the screen means.
  if (after.paused !== undefined && before.paused === undefined)
    assertive = words.paused(after.participants[after.paused.by]?.name ?? '');
  if (after.paused === undefined && before.paused !== undefined) polite = words.resumed;
  const message = after.chat[after.chat.length - 1];
  if (message !== undefined && message !== before.chat[before.chat.length - 1] && message.by !== me)
    polite = words.chat(after.participants[message.by]?.name ?? '');
  for (const id of after.pendingApprovals) {
    if (before.pendingApprovals.includes(id)) continue;
    const item = after.items.findLast((each) => each.kind === 'approval' && each.request.approvalId === id);
    if (item?.kind === 'approval') assertive = words.approval(item.request.title, hasKeys);
  }
  return { polite, assertive };
}

function newItem(item: TimelineItem, state: RoomState, me: ParticipantId | undefined): string | undefined {
  if (item.kind === 'error') return item.message;
  if (item.kind === 'notice') return item.text;
  if (item.kind === 'prompt' && item.state === 'running') return words.working(nameOf(state, item.agentId));
  if (item.kind !== 'people' || item.participantId === me) return undefined;
  if (item.what === 'joined') return words.joined(item.name);
  if (item.what === 'drives') return words.drives(item.name);
  return item.what === 'left' || item.what === 'removed' ? words.left(item.name) : undefined;
}

function changedItem(item: TimelineItem, state: RoomState, sinceSeq: number): string | undefined {
  if (item.kind === 'approval' && item.resolution === undefined) return signature(item, state, sinceSeq);
  if (item.kind === 'approval' && item.resolution !== undefined)
    return words.resolved(item.request.title, recordWord(item, item.resolution));
  if (item.kind === 'tool' && item.status === 'failed') return `${item.title}: ${strings.transcript.tool.failed}`;
  if (item.kind !== 'prompt') return undefined;
  const name = nameOf(state, item.agentId);
  if (item.state === 'completed') return words.done(name);
  if (item.state === 'failed') return words.failed(name);
  return item.state === 'interrupted' ? words.interrupted(name) : undefined;
}

/** A signature that is one of two; a vote is not announced: it asks nothing of anybody. */
function signature(item: ApprovalItem, state: RoomState, sinceSeq: number): string | undefined {
  const last = item.signatures?.at(-1);
  if (last === undefined || last.seq <= sinceSeq) return undefined;
  return words.signed(state.participants[last.by]?.name ?? '', item.request.title);
}

const nameOf = (state: RoomState, agentId: keyof RoomState['agents']): string => state.agents[agentId]?.name ?? '';
