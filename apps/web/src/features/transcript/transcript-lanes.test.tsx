import { type AgentId, as } from '@collagility/protocol/ids';
import type { AgentState, RoomState } from '@collagility/protocol/state';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { claude, fold, host, opening, people, viewOf } from '../../../shots/rooms.ts';
import { work } from '../../../shots/session.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { Composer } from '../composer/composer.tsx';
import { TranscriptLanes } from './transcript-lanes.tsx';

const state = fold([...opening, ...people, ...work]);
const first = state.agents[claude];
if (first === undefined) throw new Error('no agent');

function open(count: number) {
  const others = Array.from({ length: count - 1 }, (_, at): AgentState => {
    const { runningPromptId: _running, ...idle } = first as AgentState;
    return { ...idle, agentId: as<AgentId>(`other-${at}`), name: `Other ${at}`, queue: [] };
  });
  const agents = Object.fromEntries([first as AgentState, ...others].map((agent) => [agent.agentId, agent]));
  const room = new TestRoom(viewOf({ ...state, agents: agents as RoomState['agents'] }, host));
  room.render(
    <>
      <TranscriptLanes ownSends={0} />
      <Composer onSent={() => undefined} />
    </>,
  );
  return room;
}
const choose = (name: string) =>
  fireEvent.click(within(screen.getByRole('radiogroup', { name: 'Agents shown' })).getByRole('radio', { name }));

beforeEach(() => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.includes('min-width'),
        media: query,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
});
afterEach(() => vi.restoreAllMocks());

describe('the lanes of several agents', () => {
  test('stand side by side, each of them, however many there are', () => {
    open(6);
    choose('Side by side');
    const lanes = ['Claude Code', ...Array.from({ length: 5 }, (_, at) => `Other ${at}`)];
    expect([...document.querySelectorAll('section > h2')].map(({ textContent }) => textContent)).toEqual(lanes);
  });

  test('one alone shows what it did, and is the one that is written to', () => {
    const room = open(2);
    choose('Other 0');
    expect(screen.getByRole('log').textContent).not.toContain('Retry failed');
    const field = screen.getByRole('textbox');
    fireEvent.change(field, { target: { value: 'for the other' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(room.sent).toMatchObject([{ type: 'prompt.run', agentId: 'other-0' }]);
  });

  test('with one agent there is nothing to choose', () => {
    open(1);
    expect(screen.queryByRole('radiogroup', { name: 'Agents shown' })).toBeNull();
  });
});
