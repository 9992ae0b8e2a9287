import { describe, expect, it } from 'vitest';
import { LiveBlocks } from './live-blocks.ts';

const tool = (o: number, x: string, g?: true) => ({ k: 'tool' as const, b: 't', o, x, ...(g && { g }) });

describe('provisional text at a member', () => {
  it('[CLG-54] output of a command that the host left out is a gap, and what follows goes on', () => {
    const blocks = new LiveBlocks();
    expect(blocks.apply(0, [tool(0, 'first\n')])).toBe(false);
    expect(blocks.apply(1, [tool(1_000, 'late\n', true), tool(1_005, 'later\n')])).toBe(false);
    expect(blocks.blocks['t']).toEqual({ k: 'tool', b: 't', x: 'first\nlate\nlater\n', cut: { at: 6, units: 994 } });
    // Known already, in whole or in part.
    expect(blocks.apply(2, [tool(1_005, 'later\n'), tool(1_008, 'er\nend')])).toBe(false);
    expect(blocks.blocks['t']?.x).toBe('first\nlate\nlater\nend');
  });

  it('[CLG-54] a piece that was lost on the way is no gap of the host: the blocks are asked for', () => {
    const blocks = new LiveBlocks();
    expect(blocks.apply(0, [tool(7, 'x')])).toBe(true);
    expect(blocks.apply(1, [{ k: 'text', b: 'm', o: 7, x: 'x', g: true }])).toBe(true);
    expect(blocks.blocks).toEqual({});
  });

  it('[CLG-54] the host’s own word replaces what is shorter, counted with what is left out', () => {
    const blocks = new LiveBlocks();
    blocks.apply(0, [tool(0, 'a long beginning')]);
    blocks.replace([{ k: 'tool', b: 't', x: 'a\nz', cut: { at: 2, units: 500 } }]);
    expect(blocks.blocks['t']?.x).toBe('a\nz');
    blocks.replace([{ k: 'tool', b: 't', x: 'a long beginning' }]);
    expect(blocks.blocks['t']?.x).toBe('a\nz');
    blocks.apply(1, [tool(503, '!')]);
    expect(blocks.blocks['t']).toMatchObject({ x: 'a\nz!', cut: { at: 2, units: 500 } });
  });

  it('[CLG-54] of a command without an end is bounded here, too', () => {
    const blocks = new LiveBlocks();
    for (let at = 0; at < 4_000_000; at += 8_000) blocks.apply(at, [tool(at, `${'y'.repeat(7_999)}\n`)]);
    expect(blocks.blocks['t']?.x.length).toBeLessThanOrEqual(256 * 1024);
  });
});
