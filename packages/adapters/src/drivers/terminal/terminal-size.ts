import type { TerminalSize } from '../../port.ts';

/** Below, programs draw nothing that can be read; above, a screen costs more memory than any has. */
const bounds = { columns: { min: 20, max: 400 }, rows: { min: 5, max: 200 } } as const;

/** What a shared terminal has until the host chooses: fits a laptop beside the transcript, and what most programs expect. */
export const defaultSize: TerminalSize = { columns: 100, rows: 30 };

/** Whole numbers within the bounds; everything else is refused, never bent. */
export const isTerminalSize = ({ columns, rows }: TerminalSize): boolean =>
  isWithin(columns, bounds.columns) && isWithin(rows, bounds.rows);

const isWithin = (value: number, { min, max }: { min: number; max: number }): boolean =>
  Number.isInteger(value) && value >= min && value <= max;
