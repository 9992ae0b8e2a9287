import type { ApprovalItem } from '@collagility/protocol/state';
import { strings } from '../../strings.ts';

const words = strings.approvals;
type Resolution = NonNullable<ApprovalItem['resolution']>;

/** A question is answered and a plan accepted: neither is allowed, or runs. `undefined` where the usual word fits. */
export function ownRecordWord({ request }: ApprovalItem, { outcome }: Resolution): string | undefined {
  const own: Partial<Record<string, string>> = words.recordsOf[request.kind] ?? {};
  return own[outcome];
}

/** What became of a request, in a word or two. */
export const recordWord = (item: ApprovalItem, resolution: Resolution): string =>
  ownRecordWord(item, resolution) ?? words.records[resolution.outcome];
