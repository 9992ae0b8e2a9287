import { hostname } from 'node:os';

/** One line as the recorder kept it. */
export interface RecordedLine {
  from: string;
  line: string;
}

/** Where a recording was made, and what stands for it in the fixtures. */
export type Places = ReadonlyArray<readonly [string, string]>;

/** Longer texts of vendors are none of ours to keep, and say nothing that a driver reads. */
const maxTextUnits = 300;
const maxListEntries = 12;

/**
 * A recorded conversation as a fixture: both sides, without the places and names of the machine, and without long texts
 * and lists. What is no JSON object stays as it was said.
 */
export function keptStream(lines: readonly RecordedLine[], places: Places): string {
  const own = [...places, [hostname(), 'host']].filter(([word]) => word !== undefined && word !== '');
  const kept = lines.flatMap(({ from, line }) => {
    if (line.trim() === '') return [];
    const text = own.reduce((whole, [word = '', instead = '']) => whole.replaceAll(word, instead), line);
    const message = parsed(text);
    return JSON.stringify(message === undefined ? { from, raw: text } : { from, message: trimmed(message) });
  });
  return `${kept.join('\n')}\n`;
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function trimmed(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > maxTextUnits ? `${value.slice(0, maxTextUnits).toWellFormed()}…` : value;
  if (Array.isArray(value)) return value.slice(0, maxListEntries).map(trimmed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, trimmed(part)]));
}
