import type { SentCommand } from '@collagility/protocol/client/view';
import type { Command, CommandOutcome } from '@collagility/protocol/commands';
import { as, type CheckpointId, type CommandId, type PromptId, type SuggestionId } from '@collagility/protocol/ids';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { claude, fold, host, opening, people, viewOf } from '../../../shots/rooms.ts';
import { loadParts } from '../../lib/lazy-part.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { Outbox } from '../composer/outbox.tsx';
import { RoomShell } from './room-shell.tsx';

beforeAll(loadParts);

const restore = { type: 'workspace.restore', agentId: claude, checkpoint: as<CheckpointId>('1') } as const;
const interrupt = { type: 'turn.interrupt', agentId: claude, promptId: as<PromptId>('p1') } as const;
const sent = (command: Command, more: Partial<SentCommand>): SentCommand => ({
  commandId: as<CommandId>('c1'),
  command,
  state: 'rejected',
  ...more,
});
const refused = (code: string): Partial<SentCommand> => ({
  state: 'rejected',
  outcome: { state: 'rejected', code } as CommandOutcome,
});

function open(...commands: SentCommand[]) {
  const room = new TestRoom(viewOf(fold([...opening, ...people]), host, { commands }));
  room.render(<RoomShell />);
  return room;
}
const told = () => screen.queryByRole('region', { name: 'Not done' });

describe('an act that the host did not do', () => {
  test('is told with the reason, until it is dismissed', async () => {
    const room = open(sent(restore, refused('busy')));
    const region = await screen.findByRole('region', { name: 'Not done' });
    expect(within(region).getByRole('alert').textContent).toMatch(/Put files back: not done\. The agent is working/);
    expect(within(region).queryByRole('button', { name: 'Send again' })).toBeNull();
    fireEvent.click(within(region).getByRole('button', { name: 'Dismiss' }));
    expect(room.calls).toContain('dismiss c1');
  });

  test('[B44] that was too old when the connection came back is told, and can be sent again under its id', async () => {
    const room = open(sent(interrupt, { state: 'dropped', droppedBecause: 'It was too old.' }));
    const region = await screen.findByRole('region', { name: 'Not done' });
    expect(region.textContent).toContain('Interrupt the agent: not done. It was too old.');
    fireEvent.click(within(region).getByRole('button', { name: 'Send again' }));
    expect(room.calls).toContain('retry c1');
  });

  test('of which nobody knows whether it was done is not called undone', async () => {
    open(sent(restore, { state: 'unknown', outcome: { state: 'unknown', code: 'host_restarted' } }));
    const region = await screen.findByRole('region', { name: 'Not done' });
    expect(region.textContent).toContain('Put files back: perhaps done. The host restarted in between');
    expect(region.textContent).not.toContain('not done');
  });

  test('is told in an open dialog, which stands before all else', async () => {
    const room = open();
    fireEvent.keyDown(document.body, { key: '?' });
    const dialog = await screen.findByRole('dialog');
    room.change({ commands: [sent(restore, refused('no_such_object'))] });
    expect(await within(dialog).findByText(/Put files back: not done/)).toBeTruthy();
  });

  test('is no news where it is over by itself, and what says it in its own place is not said twice', () => {
    const suggestionId = as<SuggestionId>('s1');
    open(
      sent(interrupt, refused('no_such_object')),
      sent(
        { type: 'suggestion.vote', suggestionId, vote: 'up', signed: { statement: '', signature: '' } },
        refused('no_such_object'),
      ),
      sent({ type: 'chat.post', text: 'hello' }, refused('too_large')),
      sent(restore, { state: 'done' }),
    );
    expect(told()).toBeNull();
  });

  test('two presses of "Run" are one: the second finds nothing any more, and says nothing', () => {
    const command: Command = {
      type: 'suggestion.run',
      suggestionId: as<SuggestionId>('s1'),
      text: undefined,
      signed: { statement: '', signature: '' },
    };
    const room = new TestRoom(viewOf(fold([...opening, ...people]), host));
    room.render(<Outbox kinds={['suggestion.run']} />);
    room.change({ commands: [sent(command, refused('no_such_object'))] });
    expect(screen.queryByRole('alert')).toBeNull();
    // Words of one's own are not lost without a word.
    room.change({ commands: [sent({ ...command, text: 'try harder' }, refused('no_such_object'))] });
    expect(screen.getByRole('alert').textContent).toContain('Not sent');
  });
});
