import type { Question } from '@collagility/protocol/events';

/** What is ticked in one question; `other` is the text of an answer that is not on the list. */
export type Choice = { labels: string[]; other: string | undefined };
export const emptyChoice: Choice = { labels: [], other: undefined };

/** The answers as they go to the agent; `undefined` while a question has none. */
export function answersOf(
  questions: readonly Question[],
  choices: Readonly<Record<string, Choice>>,
): Record<string, string> | undefined {
  const answers: Record<string, string> = {};
  for (const { question } of questions) {
    const choice = choices[question] ?? emptyChoice;
    const other = choice.other?.trim() ?? '';
    const all = other === '' ? choice.labels : [...choice.labels, other];
    if (all.length === 0) return undefined;
    answers[question] = all.join(', ');
  }
  return answers;
}
