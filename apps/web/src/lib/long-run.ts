/** From here on a run of signs without a space is costly: see `long-run` in globals.css. */
export const longRunUnits = 1_000;

/** Whether so many signs stand in a row with nothing between them where a line could end. */
export function hasLongRun(text: string, units = longRunUnits): boolean {
  if (text.length < units) return false;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    // Spaces, tabs and ends of lines.
    if (text.charCodeAt(at) <= 32) from = at + 1;
    else if (at + 1 - from >= units) return true;
  }
  return false;
}

/** The class of a text with such a run: it is set so that it costs no more than other text. */
export const runClass = (text: string): string | undefined => (hasLongRun(text) ? 'long-run' : undefined);

/** The same for what somebody said, which has its own direction. */
export const saidClass = (text: string): string => (hasLongRun(text) ? 'said long-run' : 'said');
