import { LiveBlocks } from '@collagility/protocol/client/live-blocks';
import { type LiveText, lengthOf } from '@collagility/protocol/live-text';
import { fullBucket } from '@collagility/protocol/token-bucket';
import { describe, expect, it } from 'vitest';
import { Redactor } from '../redaction/redactor.ts';
import { valueNeedles } from '../redaction/secret-values.ts';
import { LiveOutput, outputRate } from './live-output.ts';

const secret = 'hunter2-hunter2';

/** A command of the host, and a member who sees it. */
function world() {
  let nowMs = 0;
  const output = new LiveOutput(
    't',
    new Redactor(valueNeedles([secret])).stream(),
    fullBucket(outputRate, nowMs),
    () => nowMs,
  );
  const none: LiveText = { x: '' };
  const member = new LiveBlocks();
  let sentUnits = 0;
  let isHoley = false;
  const see = (deltas: ReturnType<LiveOutput['due']>) => {
    sentUnits += deltas.reduce((sum, { x }) => sum + x.length, 0);
    isHoley = member.apply(0, deltas) || isHoley;
  };
  return {
    output,
    push: (text: string) => see(output.push(text)),
    pass(ms: number) {
      nowMs += ms;
      see(output.due());
    },
    seen: (): LiveText => member.blocks['t'] ?? none,
    sent: () => ({ sentUnits, isHoley }),
  };
}

describe('what a command prints while it runs', () => {
  it('[CLG-54] a long build is live to its last line, with its first and its last part', () => {
    const { push, pass, seen, sent, output } = world();
    for (let line = 0; line < 40_000; line += 1) {
      push(`[${line}/40000] compiled another file of the build\n`);
      pass(1);
    }
    expect(seen().x).toMatch(/^\[0\/40000\]/);
    expect(seen().x).toMatch(/\[39999\/40000\] compiled another file of the build\n$/);
    expect(seen().cut?.units).toBeGreaterThan(1_000_000);
    expect(seen()).toEqual(output.live);
    expect(sent().isHoley).toBe(false);
  });

  it('[B38] `yes` for ten seconds costs the room no more than its rate, and what came last is seen', () => {
    const { push, pass, seen, sent } = world();
    for (let ms = 0; ms < 10_000; ms += 10) {
      push('y\n'.repeat(16 * 1024));
      pass(10);
    }
    push('the end\n');
    pass(1_000);
    expect(sent().sentUnits).toBeLessThanOrEqual(outputRate.burst + 12 * outputRate.perSecond);
    expect(sent().isHoley).toBe(false);
    expect(seen().x).toMatch(/y\nthe end\n$/);
    expect(lengthOf(seen())).toBe(1_000 * 32 * 1024 + 8);
    expect(seen().x.length).toBeLessThanOrEqual(256 * 1024);
  });

  it('never lets out a secret that is split over two pieces, however much is left out around it', () => {
    const { push, pass, seen } = world();
    for (let count = 0; count < 2_000; count += 1) {
      push(`${'x'.repeat(700)} ${secret.slice(0, 9)}`);
      push(`${secret.slice(9)}\n`);
    }
    pass(1_000);
    expect(seen().x).toContain('⟦hidden⟧');
    expect(seen().x).not.toContain('hunter2');
  });

  it('[B34] is never cut inside a character', () => {
    const { push, pass, seen } = world();
    const women = '👩‍💻'.repeat(3_000);
    for (let at = 0; at < women.length; at += 7) push(women.slice(at, at + 7));
    for (let count = 0; count < 60; count += 1) push(women);
    pass(1_000);
    expect(seen().x.isWellFormed()).toBe(true);
  });

  it('that never ended says how much is missing', () => {
    const { push, output } = world();
    for (let line = 0; line < 20_000; line += 1) push(`line ${line} of something long\n`);
    const { text } = output.end();
    expect(text).toMatch(/⋯ \d+ characters left out ⋯/);
    expect(text).toMatch(/line 19999 of something long\n$/);
  });
});
