import { type Fields, given, objectsAt, textAt } from '../../fields.ts';
import type { ApprovalQuestion } from '../../port.ts';

/** The questions of an AskUserQuestion call. */
export function questionsOf(input: Fields): ApprovalQuestion[] {
  return objectsAt(input, 'questions').map((question) => ({
    question: textAt(question, 'question') ?? '',
    header: textAt(question, 'header') ?? '',
    multiSelect: question['multiSelect'] === true,
    options: objectsAt(question, 'options').map((option) => ({
      label: textAt(option, 'label') ?? '',
      description: textAt(option, 'description') ?? '',
      ...given('preview', textAt(option, 'preview')),
    })),
  }));
}
