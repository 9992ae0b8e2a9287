import type { Question } from '@collagility/protocol/events';
import type { ApprovalItem } from '@collagility/protocol/state';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fold, guestC, host, opening, people, type Told, viewOf } from '../../../shots/rooms.ts';
import { asking } from '../../../shots/session.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { armDelayMs } from './arming.ts';
import { QuestionCard } from './question-card.tsx';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: false });
});
afterEach(() => {
  vi.useRealTimers();
});

const asked = (question: string, labels: string[], more: Partial<Question> = {}): Question => ({
  question,
  header: '',
  multiSelect: false,
  options: labels.map((label) => ({ label, description: '' })),
  ...more,
});

function open(questions: Question[], me = host) {
  const state = fold([...opening, ...people, { ...asking, kind: 'question', questions } as Told]);
  const item = state.items.find((each): each is ApprovalItem => each.kind === 'approval');
  if (item === undefined) throw new Error('nothing asks');
  const room = new TestRoom(viewOf(state, me));
  room.render(<QuestionCard item={item} next={null} newest={1} />);
  act(() => vi.advanceTimersByTime(armDelayMs));
  /** What went out, as the agent gets it. */
  const answers = () =>
    room.sent.map((command) => (command.type === 'approval.answer' ? JSON.parse(command.extra).answers : undefined));
  return { room, answers };
}
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send answers' }));
const pick = (name: string, at = 0) => fireEvent.click(screen.getAllByLabelText(name)[at] as HTMLElement);
const own = () => screen.getByRole('textbox', { name: 'Your own answer' });

describe('questions of the agent', () => {
  test('are answered by what is picked, one of a list or several, or by one’s own words', () => {
    const { answers } = open([
      asked('Which status?', ['429', '5xx']),
      asked('Which tests?', ['Unit', 'Staging'], { multiSelect: true }),
    ]);
    pick('429');
    pick('5xx');
    pick('Unit');
    pick('Staging');
    pick('Something else', 1);
    fireEvent.change(own(), { target: { value: ' and mine ' } });
    send();
    expect(answers()).toEqual([{ 'Which status?': '5xx', 'Which tests?': 'Unit, Staging, and mine' }]);
  });

  test('one’s own words are written at once where a finger chose them, and not where the arrow keys pass', () => {
    open([asked('Which status?', ['429', '5xx'])]);
    pick('Something else');
    expect(document.activeElement).not.toBe(own());
    pick('5xx');
    fireEvent.click(screen.getByLabelText('Something else'), { detail: 1 });
    expect(document.activeElement).toBe(own());
  });

  test('each wants an answer before any is sent', () => {
    const { answers } = open([asked('One?', ['a']), asked('Two?', ['b'])]);
    pick('a');
    send();
    expect(answers()).toEqual([]);
    expect(screen.getByRole('alert').textContent).toBe('Answer each question first.');
    pick('b');
    expect(screen.queryByRole('alert')).toBeNull();
    send();
    expect(answers()).toHaveLength(1);
  });

  test('what one does not take is told before it is sent', () => {
    const { answers } = open([asked('How many?', ['Leave empty'], { header: 'Count', takes: 'integer' })]);
    pick('Something else');
    fireEvent.change(own(), { target: { value: '3.5' } });
    send();
    expect(answers()).toEqual([]);
    expect(screen.getByRole('alert').textContent).toBe('“Count” takes a whole number.');
    fireEvent.change(own(), { target: { value: '3' } });
    send();
    expect(answers()).toEqual([{ 'How many?': '3' }]);
  });

  test('where only what is listed counts there is no place for another answer', () => {
    open([asked('Which?', ['a', 'b'], { takes: 'listed' })]);
    expect(screen.queryByLabelText('Something else')).toBeNull();
  });

  test('where nothing is listed one writes at once', () => {
    const { answers } = open([asked('What name?', [])]);
    expect(screen.queryByLabelText('Something else')).toBeNull();
    fireEvent.change(own(), { target: { value: 'parcel' } });
    send();
    expect(answers()).toEqual([{ 'What name?': 'parcel' }]);
  });

  test('stand there to be read, locked, for somebody who may not answer', () => {
    open([asked('Which?', ['a'])], guestC);
    expect(screen.queryByRole('button', { name: 'Send answers' })).toBeNull();
    expect(screen.getByRole('group', { name: 'Which?' }).hasAttribute('disabled')).toBe(true);
  });
});
