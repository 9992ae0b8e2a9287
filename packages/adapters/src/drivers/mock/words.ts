import type { ToolApprovalDecision } from '../../port.ts';

/** What the agent is told on a refusal: a person's no, a time-out and a cancelled turn are not the same. */
export function refusalWords(decision: ToolApprovalDecision): string {
  if (decision.refusal === 'expired') return 'Nobody answered in time.';
  if (decision.refusal === 'cancelled') return 'The turn was cancelled.';
  return decision.userFeedback === undefined ? 'Refused.' : `Refused: ${decision.userFeedback}`;
}

/** How a prompt chooses what the mock agent does, and the words for it. The order is that of the help text. */
export const promptWords: ReadonlyArray<readonly [string, string]> = [
  ['tour', 'everything in a row (also the answer to any other text)'],
  ['text', 'one short answer'],
  ['think', 'reasoning, then a short answer'],
  ['long', 'a long answer with headings, lists, a table, code and math'],
  ['tool', 'one command; it asks first'],
  ['tools', 'one tool of every kind; those that change something ask first'],
  ['edit', 'one real change to a file in `collagility-demo/`; it asks first'],
  ['ask 3', 'three requests that are open at the same time'],
  ['question', 'two questions, one with several answers'],
  ['plan', 'a plan that waits for your review'],
  ['agent', 'a helper of the agent, in a lane of its own'],
  ['slow', 'writes until you interrupt it; what you send meanwhile is answered (`slow tool`: a command that prints)'],
  ['echo …', 'says back what follows, exactly'],
  ['memory', 'what it remembers of this session'],
  ['big', 'two megabytes of tool output'],
  ['error auth', 'an error: also `rate`, `quota`, `context`, `network`, `model`, `tool`, `crash`'],
  [
    'fault …',
    'misbehaves: `crash-mid-stream`, `ignore-interrupt`, `stall`, `late`, `double-end`, `retract`, `raw`, `no-result`',
  ],
];

export const helpText = [
  'This is the **mock agent**: scripted answers, no model, nothing leaves this computer.',
  '',
  '| Prompt | What happens |',
  '| --- | --- |',
  ...promptWords.map(([word, text]) => `| \`${word}\` | ${text} |`),
].join('\n');
