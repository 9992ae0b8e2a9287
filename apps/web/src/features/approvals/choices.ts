import { answerTrouble } from '@collagility/protocol/answer-trouble';
import type { Question } from '@collagility/protocol/events';
import { strings } from '../../strings.ts';

/** What is ticked in one question; `other` is the text of an answer that is not on the list. */
export type Choice = { labels: string[]; other: string | undefined };
export const emptyChoice: Choice = { labels: [], other: undefined };

/** The answers as they go to the agent, or why they cannot: a question has none, or one that it does not take. */
export function answersOf(
  questions: readonly Question[],
  choices: Readonly<Record<string, Choice>>,
): { answers: Record<string, string> } | { trouble: string } {
  const answers: Record<string, string> = {};
  for (const asked of questions) {
    const { question } = asked;
    const choice = choices[question] ?? emptyChoice;
    const other = choice.other?.trim() ?? '';
    const all = other === '' ? choice.labels : [...choice.labels, other];
    if (all.length === 0) return { trouble: strings.approvals.question.missing };
    const answer = all.join(', ');
    const trouble = answerTrouble(asked, answer);
    if (trouble !== undefined) return { trouble };
    answers[question] = answer;
  }
  return { answers };
}
