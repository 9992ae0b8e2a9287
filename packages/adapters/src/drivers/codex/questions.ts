import { type Fields, objectsAt, textAt } from '../../fields.ts';
import type { ApprovalQuestion } from '../../port.ts';

/** The questions of `request_user_input`. Each takes one answer. */
export function questionsOf(params: Fields): ApprovalQuestion[] {
  return objectsAt(params, 'questions').map((question) => ({
    question: textAt(question, 'question') ?? '',
    header: textAt(question, 'header') ?? '',
    multiSelect: false,
    options: objectsAt(question, 'options').map((option) => ({
      label: textAt(option, 'label') ?? '',
      description: textAt(option, 'description') ?? '',
    })),
  }));
}

/** The room answers by the question's text, Codex wants its id. */
export function userInputAnswers(params: Fields, answers: Readonly<Record<string, string>>): Record<string, unknown> {
  const entries = objectsAt(params, 'questions').flatMap((question) => {
    const id = textAt(question, 'id');
    const answer = answers[textAt(question, 'question') ?? ''];
    return id === undefined || answer === undefined ? [] : [[id, { answers: [answer] }] as const];
  });
  return Object.fromEntries(entries);
}

export const answersText = (answers: Record<string, string>): string =>
  Object.entries(answers)
    .map(([question, answer]) => `${question}: ${answer}`)
    .join('\n');
