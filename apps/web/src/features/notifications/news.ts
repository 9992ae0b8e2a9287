import type { ParticipantId } from '@collagility/protocol/ids';
import type { RoomState } from '@collagility/protocol/state';
import { finding } from '../../strings/finding.ts';
import { mentions, type Reason } from './policy.ts';

export type News = { reason: Reason; title: string; quietTitle: string; body: string };

const words = finding.notifications;

/** What of the way from one state to the next somebody may want to be told. Pure. */
export function newsBetween(
  before: RoomState,
  after: RoomState,
  me: { participantId: ParticipantId; mayApprove: boolean },
): News[] {
  const news: News[] = [];
  if (me.mayApprove) {
    for (const id of after.pendingApprovals) {
      if (before.pendingApprovals.includes(id)) continue;
      const item = after.items.findLast((each) => each.kind === 'approval' && each.request.approvalId === id);
      const body = item?.kind === 'approval' ? item.request.title : '';
      news.push({ reason: 'approval', title: words.approval, quietTitle: words.approval, body });
    }
  }
  for (const { agentId, runningPromptId } of Object.values(before.agents)) {
    const agent = after.agents[agentId];
    if (runningPromptId === undefined || agent === undefined || agent.runningPromptId === runningPromptId) continue;
    const prompt = after.items.findLast((each) => each.kind === 'prompt' && each.promptId === runningPromptId);
    if (prompt?.kind !== 'prompt' || prompt.state === 'running') continue;
    const title = prompt.state === 'failed' ? words.turnFailed(agent.name) : words.turnDone(agent.name);
    news.push({ reason: 'turn', title, quietTitle: words.turnOver, body: prompt.text.slice(0, 120) });
  }
  const myName = after.participants[me.participantId]?.name ?? '';
  const known = before.chat[before.chat.length - 1];
  const from = known === undefined ? 0 : after.chat.findLastIndex(({ messageId }) => messageId === known.messageId) + 1;
  for (const message of after.chat.slice(from)) {
    if (message.by === me.participantId || !mentions(message.text, myName)) continue;
    const title = words.mention(after.participants[message.by]?.name ?? '');
    news.push({ reason: 'mention', title, quietTitle: words.mentionQuiet, body: message.text.slice(0, 200) });
  }
  return news;
}
