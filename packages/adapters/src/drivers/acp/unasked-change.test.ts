import { describe, expect, it } from 'vitest';
import { allow, world } from './test-world.ts';

const alone = { offers: {} };
const toldOf = (one: ReturnType<typeof world>) => one.of('STATUS').filter(({ code }) => code === 'ran_unasked');

describe('an agent that forgets to ask, in the mode in which it asks', () => {
  it('is told of to the room, once, and counts as one that runs unasked until the host wants to be asked again', async () => {
    const one = world(['forgets-to-ask'], alone);
    await one.start();
    expect(one.adapter.unasked).toEqual([]);
    await one.turn('write');
    expect(one.of('TOOL_APPROVAL_REQUESTED')).toEqual([]);
    expect(toldOf(one)).toMatchObject([{ text: expect.stringContaining('written.txt') }]);
    expect(one.adapter.unasked).toEqual([expect.stringContaining('without asking')]);
    await one.turn('write');
    expect(toldOf(one)).toHaveLength(1);
    await one.adapter.setMode('ask');
    expect(one.adapter.unasked).toEqual([]);
    await one.turn('write');
    expect(toldOf(one)).toHaveLength(2);
  });

  it.each([
    ['was asked and allowed', [], alone, {}],
    ['acts because the host lets it', ['forgets-to-ask'], alone, { mode: 'act' as const }],
    [
      'is known to run some unasked',
      ['forgets-to-ask'],
      { ...alone, asking: { mode: 'default', unasked: ['edits'] } },
      {},
    ],
    ['lets the bridge write, which asks', ['uses-client-unasked'], {}, {}],
  ])('is not said of one that %s', async (_, faults, profile, config) => {
    const one = world(faults, profile);
    await one.start(config);
    await one.turn('write');
    expect(one.of('TOOL_EXECUTED').map(({ status }) => status)).toContain('completed');
    expect(toldOf(one)).toEqual([]);
  });

  it('is not said after an answer of the host that lasts', async () => {
    const one = world(['always-holds'], alone);
    await one.start();
    await one.turn('write', (request) => ({ ...allow(request), optionId: 'always' }));
    await one.turn('write');
    expect(toldOf(one)).toEqual([]);
  });
});
