import { describe, expect, it } from 'vitest';
import {
  capabilitiesOf,
  capabilityMarkdown,
  capabilityMatrix,
  knownLimitation,
  supportedKeys,
} from './capabilities.ts';
import { claudeRow } from './drivers/claude/row.ts';
import { mockRow } from './drivers/mock/row.ts';

describe('the capability matrix', () => {
  it('alone decides what the port says; a limitation is a "no"', () => {
    expect(capabilitiesOf(mockRow)).toMatchObject({
      supportsSteering: true,
      supportedInputTypes: ['text', 'image', 'diff'],
    });
    const limited = {
      ...mockRow,
      expectations: { ...mockRow.expectations, images: knownLimitation('Only small ones.') },
    };
    expect(capabilitiesOf(limited)).toMatchObject({ supportsMultimodal: false, supportedInputTypes: ['text', 'diff'] });
    expect(supportedKeys(limited)).not.toContain('images');
  });

  it('is a table with one column per agent', () => {
    const lines = capabilityMarkdown([mockRow, claudeRow]).split('\n');
    expect(lines[0]).toBe('|  | Mock agent | Claude Code |');
    expect(lines).toContain('| Asks without being told to | yes | partly |');
    expect(capabilityMatrix([mockRow, claudeRow]).every((line) => line.cells.length === 2)).toBe(true);
  });
});
