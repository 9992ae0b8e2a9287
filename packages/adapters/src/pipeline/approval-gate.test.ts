import { describe, expect, it } from 'vitest';
import { openTurn } from './index.ts';
import { Puppet, prompt, settle } from './puppet.ts';

/** A driver that checks nothing itself, as a plugin's might. */
class Careless extends Puppet {
  readonly calls: string[] = [];
  override async approveTool({ toolId }: { toolId: string }): Promise<void> {
    this.calls.push(toolId);
    await settle();
  }
}

describe('the gate for answers', () => {
  it('[B13] lets one of many answers through, in 200 orders', async () => {
    for (let round = 0; round < 200; round += 1) {
      const agent = new Careless();
      await agent.initialize({ workspacePath: '/' });
      const turn = openTurn(agent, prompt('p'));
      await agent.request('r');
      await settle();
      const answers = [true, false, true].map(async (approved, index) => {
        for (let wait = (round >> index) % 5; wait > 0; wait -= 1) await Promise.resolve();
        return turn.approve({ toolId: 'r', approved });
      });
      const outcomes = await Promise.all(answers);
      expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
      expect(outcomes.filter((outcome) => !outcome.ok && outcome.code === 'already_resolved')).toHaveLength(2);
      expect(agent.calls).toEqual(['r']);
    }
  });
});
