import { PassThrough } from 'node:stream';
import type { DetectedAgent } from '@collagility/adapters/registry';
import { describe, expect, test } from 'vitest';
import { questionsAt } from './ask.ts';
import { createRegistry } from './composition.ts';
import { StopSignal } from './stop-signal.ts';
import { plain } from './terminal/style.ts';

const terminal = () => Object.assign(new PassThrough(), { isTTY: true });

function sit() {
  const [stdin, stderr] = [terminal(), terminal()];
  let said = '';
  stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ended = { atOnce: false };
  let nowMs = 0;
  const stop = new StopSignal(
    { on: () => undefined },
    () => {
      ended.atOnce = true;
    },
    () => (nowMs += 1_000),
  );
  const surroundings = { stdin, stderr, style: plain };
  const questions = questionsAt(surroundings as never, stop);
  if (questions === undefined) throw new Error('Nobody is asked.');
  const says = async (text: string) => expect.poll(() => said).toContain(text);
  return { stdin, stop, ended, questions, says };
}

const agents: DetectedAgent[] = createRegistry()
  .all()
  .slice(0, 2)
  .map((factory) => ({ factory, detection: { installed: true } }));

describe('questions before the room is open', () => {
  test('an answer that is none is asked again, then taken', async () => {
    const { stdin, stop, questions, says } = sit();
    const chosen = questions.agent('Which?', agents);
    await says('(Enter: 1)');
    stdin.write('9\n');
    await says('"9" is none of these');
    stdin.write('2\n');
    expect(await chosen).toBe(agents[1]);
    expect(stop.isRequested).toBe(false);
  });

  test('the end of the input ends the start, also where it comes between two questions', async () => {
    for (const last of ['', '9\n']) {
      const { stdin, stop, ended, questions, says } = sit();
      const chosen = questions.agent('Which?', agents);
      await says('(Enter: 1)');
      stdin.end(last);
      await chosen;
      expect(stop.isRequested).toBe(true);
      expect(await questions.yes('End them?')).toBe(false);
      expect(await questions.yes('Sure?')).toBe(false);
      // Not what a second Ctrl+C would do: what was begun is ended in order.
      expect(ended.atOnce).toBe(false);
    }
  });
});
