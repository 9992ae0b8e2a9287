import { type AgentId, as, type CommandId, type PromptId, type SuggestionId } from '@collagility/protocol/ids';
import type { AgentState, RoomState } from '@collagility/protocol/state';
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { claude, fold, guestA, host, opening, people, viewOf } from '../../../shots/rooms.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { Composer } from './composer.tsx';
import { Suggestions } from './suggestions.tsx';

const state = fold([...opening, ...people]);
const agent = state.agents[claude] as AgentState;
const stopped = 'stopped_by_host';
const withAgents = (...agents: AgentState[]): RoomState => ({
  ...state,
  agents: Object.fromEntries(agents.map((each) => [each.agentId, each])),
});
const without = withAgents({ ...agent, stopped });

const field = () => {
  const found = document.getElementById('composer-field');
  if (!(found instanceof HTMLTextAreaElement)) throw new Error('no composer');
  return found;
};
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const enter = () => fireEvent.keyDown(field(), { key: 'Enter' });
const open = (room: TestRoom) =>
  room.render(
    <>
      <Suggestions isTight={false} />
      <Composer onSent={() => undefined} />
    </>,
  );

describe('what is being written stays what it was begun as', () => {
  test('a prompt does not become chat where the agent stops meanwhile: it is told, kept, and is sent as chat by a press only', () => {
    const room = new TestRoom(viewOf(state, host));
    open(room);
    type('delete the old branch');
    room.change({ state: without });
    enter();
    expect(room.sent).toEqual([]);
    expect(field().value).toBe('delete the old branch');
    expect(screen.getByText(/has stopped\. Your text is kept/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Change to Chat' }));
    expect(document.activeElement).toBe(field());
    enter();
    expect(room.sent).toEqual([{ type: 'chat.post', text: 'delete the old branch' }]);
  });

  test('once the agent is back it is the same prompt again', () => {
    const room = new TestRoom(viewOf(state, host));
    open(room);
    type('go on');
    room.change({ state: without });
    room.change({ state });
    expect(screen.queryByText(/Your text is kept/)).toBeNull();
    enter();
    expect(room.sent).toMatchObject([{ type: 'prompt.run', text: 'go on' }]);
  });

  test('words to people do not run as a prompt where an agent starts meanwhile', () => {
    const room = new TestRoom(viewOf(without, host));
    open(room);
    type('shall we drop the table?');
    room.change({ state });
    enter();
    expect(room.sent).toEqual([{ type: 'chat.post', text: 'shall we drop the table?' }]);
    type('next');
    enter();
    expect(room.sent[1]).toMatchObject({ type: 'prompt.run' });
  });

  test('somebody whose right is taken is told; what they wrote is suggested by a press only', () => {
    const before = viewOf(state, guestA);
    if (before.me === undefined) throw new Error('nobody');
    const mayRun = { ...before.me, rights: { ...before.me.rights, prompt: 'run' as const } };
    const room = new TestRoom({ ...before, me: mayRun });
    open(room);
    type('run it');
    room.change({ me: before.me });
    enter();
    expect(room.sent).toEqual([]);
    expect(screen.getByText(/“Prompt” is not possible for you any more/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Change to Suggest' }));
    enter();
    expect(room.sent).toMatchObject([{ type: 'prompt.suggest', text: 'run it' }]);
  });

  test('words into a turn do not become a prompt of their own when it ends', () => {
    const running = { ...agent, capabilities: ['steering' as const], runningPromptId: as<PromptId>('p1') };
    const room = new TestRoom(viewOf(withAgents(running), host));
    open(room);
    fireEvent.click(screen.getByRole('radio', { name: 'Steer' }));
    type('left, not right');
    const { runningPromptId: _, ...idle } = running;
    room.change({ state: withAgents(idle) });
    enter();
    expect(room.sent).toEqual([]);
    expect(screen.getByText(/turn that this was for is over/)).toBeTruthy();
    // None of the kinds is on; the keyboard still gets in.
    expect(screen.getByRole('radio', { name: 'Chat' }).tabIndex).toBe(0);
    fireEvent.click(screen.getByRole('button', { name: 'Change to Prompt' }));
    enter();
    expect(room.sent).toMatchObject([{ type: 'prompt.run', text: 'left, not right' }]);
  });

  test('a prompt begun for one agent does not go to another where the first stops', () => {
    const other = { ...agent, agentId: as<AgentId>('codex'), name: 'Codex' };
    const room = new TestRoom(viewOf(withAgents(agent, other), host));
    open(room);
    type('for the first');
    room.change({ state: withAgents({ ...agent, stopped }, other) });
    enter();
    expect(room.sent).toEqual([]);
    // With nothing written it is the one that runs.
    type('');
    type('for whom it may be');
    enter();
    expect(room.sent).toMatchObject([{ type: 'prompt.run', agentId: 'codex' }]);
  });

  test('a prompt begun for one agent does not go to another after a reload, nor where it comes back to be changed', () => {
    const other = { ...agent, agentId: as<AgentId>('codex'), name: 'Codex' };
    const first = new TestRoom(viewOf(withAgents({ ...agent, stopped }, other), host));
    const page = open(first);
    type('for the other');
    first.change({ state: withAgents(agent, other) });
    page.unmount();
    const signed = { statement: '', signature: '' };
    const command = { type: 'prompt.run', agentId: other.agentId, text: 'once more', signed } as const;
    const outcome = { state: 'rejected', code: 'rate' } as const;
    const refused = { commandId: as<CommandId>('c1'), command, state: 'rejected', outcome } as const;
    const second = new TestRoom(viewOf(withAgents(agent, other), host, { commands: [refused] }));
    open(second);
    enter();
    expect(second.sent).toMatchObject([{ type: 'prompt.run', agentId: 'codex', text: 'for the other' }]);
    fireEvent.click(screen.getByRole('button', { name: 'Put back to change' }));
    enter();
    expect(second.sent[1]).toMatchObject({ type: 'prompt.run', agentId: 'codex', text: 'once more' });
  });

  test('a reload keeps it too', () => {
    const first = open(new TestRoom(viewOf(state, host)));
    fireEvent.click(screen.getByRole('radio', { name: 'Chat' }));
    type('not for the agent');
    first.unmount();
    const room = new TestRoom(viewOf(state, host));
    open(room);
    enter();
    expect(room.sent).toEqual([{ type: 'chat.post', text: 'not for the agent' }]);
  });

  test('changing a suggestion makes no prompt of the chat that was being written, nor chat of the suggestion', () => {
    const suggestionId = as<SuggestionId>('s1');
    const suggestion = { suggestionId, agentId: claude, by: guestA, text: 'try', attachments: [], atMs: 1, votes: {} };
    const room = new TestRoom(viewOf({ ...state, suggestions: [suggestion] }, host));
    open(room);
    fireEvent.click(screen.getByRole('radio', { name: 'Chat' }));
    type('hello all');
    fireEvent.click(screen.getByRole('button', { name: 'Edit & run' }));
    room.change({ state: { ...without, suggestions: [suggestion] } });
    enter();
    expect(room.sent).toEqual([]);
    room.change({ state: { ...state, suggestions: [suggestion] } });
    enter();
    enter();
    expect(room.sent).toEqual([
      { type: 'suggestion.run', suggestionId, text: 'try' },
      { type: 'chat.post', text: 'hello all' },
    ]);
  });

  test('a text that comes back is what it was', () => {
    const commandId = as<CommandId>('c1');
    const command = { type: 'chat.post', text: 'hello' } as const;
    const outcome = { state: 'rejected', code: 'rate' } as const;
    const room = new TestRoom(viewOf(state, host, { commands: [{ commandId, command, state: 'rejected', outcome }] }));
    open(room);
    fireEvent.click(screen.getByRole('button', { name: 'Put back to change' }));
    enter();
    expect(room.sent).toEqual([{ type: 'chat.post', text: 'hello' }]);
  });
});
