import type { Usage } from '@collagility/protocol/events';
import type { RoomState } from '@collagility/protocol/state';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { claude, fold, host, opening, people, viewOf } from '../../../shots/rooms.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { UsageDialog } from './usage-dialog.tsx';
import { UsageMeter } from './usage-meter.tsx';

const state = fold([...opening, ...people]);
const agent = state.agents[claude];
if (agent === undefined) throw new Error('no agent');

function open(usage: Usage) {
  const agents = { [claude]: { ...agent, usage } } as RoomState['agents'];
  const room = new TestRoom(viewOf({ ...state, agents }, host));
  return room.render(
    <>
      <UsageMeter />
      <UsageDialog onClose={() => undefined} />
    </>,
  );
}
const meter = () => screen.queryByRole('button', { name: /Context/ });

test('the meter shows how full the context is, and what it cost', () => {
  open({ contextTokens: 50_000, contextWindowTokens: 200_000, costUsd: 0.5, inputTokens: 1, outputTokens: 2 });
  expect(meter()?.textContent).toMatch(/25%.*\$0\.50/);
});

test('of an agent that reports tokens alone it shows these, and is no empty button', () => {
  open({ inputTokens: 1_200, outputTokens: 30 });
  expect(meter()?.querySelector('.sr-only')?.nextElementSibling?.textContent).toMatch(/1\.2k|1,200|1 200/);
});

test('what is not reported is said to be so, and is neither 0 nor a meter', () => {
  open({ outputTokens: 30 });
  expect(meter()).toBeNull();
  expect(screen.getByText('Cost, the agent’s estimate').nextElementSibling?.textContent).toBe('not reported');
  expect(screen.getByText('Tokens written').nextElementSibling?.textContent).toBe('30');
});
