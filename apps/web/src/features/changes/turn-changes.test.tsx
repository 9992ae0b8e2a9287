import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { compared } from '../../../shots/review.ts';
import { claude, fold, guestA, host, opening, people, viewOf } from '../../../shots/rooms.ts';
import { work } from '../../../shots/session.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { RestoreRow, TurnChanges } from './turn-changes.tsx';

const state = fold([...opening, ...people, ...work, ...compared]);
const prompt = state.items.find((item) => item.kind === 'prompt' && item.changes !== undefined);
const restore = state.items.find((item) => item.kind === 'restore');
if (prompt?.kind !== 'prompt' || restore?.kind !== 'restore') throw new Error('nothing to show');

function roomAs(me = host, more = {}) {
  const room = new TestRoom({ ...viewOf(state, me), ...more });
  const agents = Object.fromEntries(
    Object.entries(state.agents).map(([id, { runningPromptId: _, ...agent }]) => [id, agent]),
  );
  room.change({ state: { ...state, agents } });
  return room;
}

describe('what a turn changed', () => {
  test('stands on it in numbers; the host puts the files back after reading what happens', () => {
    const room = roomAs();
    room.render(<TurnChanges prompt={prompt} />);
    expect(screen.getByRole('button', { name: /^Review what this turn changed: 6 files/ }).textContent).toContain(
      '+71',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Put files back…' }));
    expect(room.sent).toEqual([]);
    expect(screen.getByRole('dialog').textContent).toContain('Files that were not there then are removed.');
    fireEvent.click(screen.getByRole('button', { name: 'Put files back' }));
    expect(room.sent).toEqual([{ type: 'workspace.restore', agentId: claude, checkpoint: '1' }]);
  });

  test('nobody but the host has the way back, and nobody while an agent works or the screen may be old', () => {
    const guest = roomAs(guestA).render(<TurnChanges prompt={prompt} />);
    expect(screen.queryByRole('button', { name: 'Put files back…' })).toBeNull();
    guest.unmount();
    const working = new TestRoom(
      viewOf(
        { ...state, agents: { ...state.agents, [claude]: { ...agentOf(), runningPromptId: prompt.promptId } } },
        host,
      ),
    ).render(<TurnChanges prompt={prompt} />);
    expect(screen.queryByRole('button', { name: 'Put files back…' })).toBeNull();
    working.unmount();
    roomAs(host, { liveness: { name: 'catching_up', behind: 3 } }).render(<TurnChanges prompt={prompt} />);
    expect(screen.getByRole('button', { name: 'Put files back…' }).hasAttribute('disabled')).toBe(true);
  });

  test('a restore is told to all, and undone by the state that was kept before it', () => {
    const room = roomAs();
    room.render(<RestoreRow item={restore} />);
    expect(document.body.textContent).toContain('Hana put 6 files back to before a turn');
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    fireEvent.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1) ?? document.body);
    expect(room.sent).toEqual([{ type: 'workspace.restore', agentId: claude, checkpoint: '3' }]);
  });

  test('where it is told to nobody, each page asks for its own count; a guest who may read nothing of it sees nothing', async () => {
    const { sum: _, ...uncounted } = prompt.changes ?? { before: undefined, after: undefined };
    const untold = { ...prompt, changes: uncounted } as typeof prompt;
    const room = roomAs();
    room.answers.changes = () => ({ source: 'git', files: [], sum: { files: 2, added: 5, removed: 1 }, more: 0 });
    const view = room.render(<TurnChanges prompt={untold} />);
    expect((await screen.findByText('2 files')).closest('button')?.textContent).toContain('+5');
    expect(screen.getByRole('button', { name: 'Put files back…' })).toBeTruthy();
    view.unmount();
    const { container } = roomAs(guestA).render(<TurnChanges prompt={untold} />);
    await waitFor(() => expect(container.textContent).toBe(''));
  });
});

function agentOf() {
  const agent = state.agents[claude];
  if (agent === undefined) throw new Error('no agent');
  return agent;
}
