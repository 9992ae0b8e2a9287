import { type Figure, isMissed, type Row, reachesGoal } from './row.ts';

/** One line per figure: value, gate, goal, what it means, and the numbers behind it. */
export function printRow(row: Row, figures: readonly Figure[], seconds: number): void {
  process.stdout.write(`\n${row.name}: ${row.title} (${seconds.toFixed(0)} s)\n`);
  for (const figure of figures) process.stdout.write(`${lineOf(figure)}\n`);
}

function lineOf(figure: Figure): string {
  const { what, value, unit, better, gate, goal, detail } = figure;
  const sign = better === 'higher' ? '≥' : '≤';
  const limit = (name: string, number: number | undefined) =>
    (number === undefined ? '' : `${name} ${sign} ${number} ${unit}`).padEnd(22);
  const verdict = isMissed(figure) ? 'MISSED' : reachesGoal(figure) ? 'goal' : gate === undefined ? '' : 'ok';
  const shown = `${shortNumber(value)} ${unit}`.padStart(14);
  const line = `  ${what.padEnd(44)}${shown}  ${limit('gate', gate)}${limit('goal', goal)}${verdict.padEnd(7)}${detail ?? ''}`;
  return line.trimEnd();
}

const shortNumber = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2));
