import { as, type CommandId } from '@collagility/protocol/ids';
import { rightsOfRole } from '@collagility/protocol/rights';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { claude, fold, guestA, host, opening, people, viewOf } from '../../../shots/rooms.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import type { RoomView } from '../room/room-view.ts';
import { AgentsDialog } from './agents-dialog.tsx';

const base = fold([...opening, ...people]);
const models = [
  { id: 'small', name: 'Small' },
  { id: 'large', name: 'Large', efforts: ['low', 'high'] },
];
const withModels = (model: string): NonNullable<RoomView['state']> => {
  const agent = base.agents[claude];
  if (agent === undefined) throw new Error('no agent');
  return { ...base, agents: { [claude]: { ...agent, models, model, capabilities: [] } } };
};
const open = (view: RoomView) => {
  const room = new TestRoom(view);
  room.render(<AgentsDialog onClose={() => undefined} />);
  return room;
};
const answered = (room: TestRoom, at: number, outcome: object) =>
  room.change({
    commands: [
      ...room.get().commands,
      { commandId: as<CommandId>(`c${at}`), command: room.sent[at - 1] as never, state: 'done', outcome } as never,
    ],
  });

describe('agents of the room', () => {
  test('who may choose picks a model and, where the model has them, an effort', () => {
    const room = open(viewOf(withModels('small'), host));
    expect(screen.queryByLabelText('Effort')).toBeNull();
    fireEvent.change(screen.getByLabelText('Model'), { target: { value: 'large' } });
    expect(room.sent).toContainEqual({ type: 'agent.set_model', agentId: claude, model: 'large' });
    room.change({ state: withModels('large') });
    fireEvent.change(screen.getByLabelText('Effort'), { target: { value: 'high' } });
    expect(room.sent).toContainEqual({ type: 'agent.set_effort', agentId: claude, effort: 'high' });
  });

  test('stopping asks once more, and says what is kept', () => {
    const room = open(viewOf(withModels('small'), host));
    fireEvent.click(screen.getByRole('button', { name: 'Stop…' }));
    expect(screen.getByText('Its turn ends; what waits is kept.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Stop it' }));
    expect(room.sent).toContainEqual({ type: 'agent.stop', agentId: claude });
  });

  test('what can be started is asked of the host; what is missing something shows its fix and no button', () => {
    const room = open(viewOf(base, host));
    expect(room.sent).toEqual([{ type: 'agent.list' }]);
    answered(room, 1, {
      state: 'done',
      result: {
        agents: [
          { provider: 'gone', name: 'Gone', installed: false, fix: 'npm install -g gone' },
          {
            provider: 'words',
            name: 'Words',
            installed: false,
            fix: 'Run `npm install -g words`, or put `words` on your PATH.',
          },
          { provider: 'codex', name: 'Codex', installed: true, version: '0.171.0' },
        ],
      },
    });
    const [first, second, third] = within(screen.getByRole('region', { name: 'Start another agent' })).getAllByRole(
      'listitem',
    );
    if (first === undefined || second === undefined || third === undefined) throw new Error('no list');
    expect(second.textContent).toContain('npm install -g gone');
    const code = (line: Element) => [...line.querySelectorAll('code')].map((part) => part.textContent);
    expect(code(second)).toEqual(['npm install -g gone']);
    // Words are text; only what can be typed is code, without its backticks.
    expect(third.textContent).toContain('Run npm install -g words, or put words on your PATH.');
    expect(code(third)).toEqual(['npm install -g words', 'words']);
    expect(within(second).queryByRole('button')).toBeNull();
    fireEvent.click(within(first).getByRole('button', { name: 'Start' }));
    expect(room.sent.at(-1)).toEqual({ type: 'agent.start', provider: 'codex', place: 'own' });
  });

  test('a guest sees the agents and can change nothing; one who was named for it can', () => {
    const guest = open(viewOf(withModels('large'), guestA));
    expect(screen.getByLabelText('Model').hasAttribute('disabled')).toBe(true);
    expect(screen.queryByRole('button', { name: 'Stop…' })).toBeNull();
    expect(guest.sent).toEqual([]);
    const me = guest.get().me;
    if (me === undefined) throw new Error('nobody');
    guest.change({ me: { ...me, rights: { ...rightsOfRole['co-driver'], agentChoice: true } } });
    expect(screen.getByLabelText('Model').hasAttribute('disabled')).toBe(false);
    expect(guest.sent).toEqual([{ type: 'agent.list' }]);
  });
});
