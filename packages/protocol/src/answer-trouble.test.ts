import { describe, expect, test } from 'vitest';
import { answerTrouble } from './answer-trouble.ts';
import type { Question } from './events.ts';

const asked = (more: Partial<Question>): Question => ({
  question: 'How many?',
  header: 'Count',
  multiSelect: false,
  options: [
    { label: 'Leave empty', description: '' },
    { label: 'a', description: '' },
    { label: 'b', description: '' },
  ],
  ...more,
});
const can = (question: Question, ...answers: string[]) =>
  answers.map((answer) => answerTrouble(question, answer) === undefined);

describe('an answer', () => {
  test('to a question that says nothing of it may be anything', () => {
    expect(can(asked({}), 'a', 'whatever')).toEqual([true, true]);
    expect(can(asked({ takes: 'a date of next year' }), 'whatever')).toEqual([true]);
  });

  test('may be only what is listed, one or several of it, where the agent takes nothing else', () => {
    expect(can(asked({ takes: 'listed' }), 'a', 'c', 'a, b')).toEqual([true, false, false]);
    expect(can(asked({ takes: 'listed', multiSelect: true }), 'a', 'a, b', 'a, c')).toEqual([true, true, false]);
    expect(answerTrouble(asked({ takes: 'listed' }), 'c')).toBe('“Count” takes only what is listed.');
    expect(answerTrouble(asked({ takes: 'listed', header: '' }), 'c')).toBe('“How many?” takes only what is listed.');
  });

  test('must be a number where one is wanted, or the choice to leave it empty', () => {
    expect(can(asked({ takes: 'integer' }), '3', '3.5', 'many', ' ', '1e999')).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(can(asked({ takes: 'number' }), '3.5', 'x', 'Leave empty')).toEqual([true, false, true]);
    expect(can(asked({ takes: 'integers' }), '1, 2', '1, 2.5', '1,')).toEqual([true, false, false]);
    expect(can(asked({ takes: 'numbers' }), '1, 2.5')).toEqual([true]);
  });
});
