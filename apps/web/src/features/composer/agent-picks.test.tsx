import { as, type CommandId } from '@collagility/protocol/ids';
import { rightsOfRole } from '@collagility/protocol/rights';
import type { AgentState } from '@collagility/protocol/state';
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { claude, fold, guestA, host, opening, people, viewOf } from '../../../shots/rooms.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { Composer } from './composer.tsx';

const state = fold([...opening, ...people]);
const withChoices = (more: Partial<AgentState> = {}) => {
  const agent = state.agents[claude];
  if (agent === undefined) throw new Error('no agent');
  const choices = {
    model: 'opus',
    models: [
      { id: 'opus', name: 'Opus', efforts: ['low', 'high'] },
      { id: 'haiku', name: 'Haiku', efforts: [] },
    ],
    effort: 'low',
    capabilities: ['modelSwitching', 'modeSwitching'],
  };
  return { ...state, agents: { [claude]: { ...agent, ...choices, ...more } } };
};
const open = (me = host, more: Partial<AgentState> = {}) => {
  const room = new TestRoom({ ...viewOf(state, me), state: withChoices(more) });
  room.render(<Composer onSent={() => undefined} />);
  return room;
};
const choose = (button: string, item: RegExp) => {
  fireEvent.click(screen.getByRole('button', { name: button }));
  fireEvent.click(screen.getByRole('menuitemradio', { name: item, hidden: true }));
};

describe('what can be chosen of the agent, beside what is written to it', () => {
  test('the host picks model, effort and mode', () => {
    const room = open();
    choose('Model: Opus', /Haiku/);
    choose('Effort: low', /high/);
    choose('Mode: Asks first', /Act without asking/);
    expect(room.sent).toEqual([
      { type: 'agent.set_model', agentId: claude, model: 'haiku' },
      { type: 'agent.set_effort', agentId: claude, effort: 'high' },
      { type: 'agent.set_mode', agentId: claude, mode: 'act' },
    ]);
  });

  test('a model that takes no effort shows none; what the agent does not offer is not offered', () => {
    open(host, { model: 'haiku', efforts: ['low', 'high'] });
    expect(screen.queryByRole('button', { name: /^Effort/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Model: Haiku' })).toBeDefined();
  });

  test('an agent that offers nothing has no picks', () => {
    open(host, { models: [], capabilities: [] });
    for (const name of [/^Model/, /^Effort/, /^Mode/]) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('a guest sees none; one who was named for it picks all but the mode', () => {
    const room = open(guestA);
    expect(screen.queryByRole('button', { name: /^Model/ })).toBeNull();
    const { me } = room.get();
    if (me === undefined) throw new Error('nobody');
    room.change({ me: { ...me, rights: { ...rightsOfRole['co-driver'], agentChoice: true } } });
    expect(screen.getByRole('button', { name: 'Model: Opus' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Mode:/ })).toBeNull();
  });

  test('where there is no room for three, one button says all three and leads to them', () => {
    open();
    expect(screen.getByRole('button', { name: 'Opus, low, Asks first. Model, effort and mode…' })).toBeDefined();
  });

  test('a single one needs no other button', () => {
    open(host, { model: 'haiku', capabilities: ['modelSwitching'] });
    expect(screen.queryByRole('button', { name: /Model, effort and mode/ })).toBeNull();
  });

  test('a refusal says why, beside the composer', () => {
    const room = open();
    choose('Effort: low', /high/);
    const outcome = { state: 'rejected', code: 'not_supported', detail: 'It stays at low.' };
    room.change({
      commands: [
        { commandId: as<CommandId>('c1'), command: room.sent[0] as never, state: 'rejected', outcome } as never,
      ],
    });
    expect(screen.getByText(/Not done\..*It stays at low\./)).toBeDefined();
  });
});
