type Output = { write(text: string): unknown; readonly writableLength: number };

/** Lines for hours of a busy room; a program that is stopped (a pager, Ctrl+Z) must not fill the memory of the bridge. */
const maxWaitingBytes = 8 * 1024 * 1024;

/**
 * Writes text to somebody who may have stopped reading: what they do not take is left out, whole pieces only, and told
 * before the next one that they get. `note`: how many were left out, in the words of what is written.
 */
export function boundedOutput(
  output: Output,
  note: (leftOut: number) => string,
  maxBytes = maxWaitingBytes,
): (text: string) => void {
  let leftOut = 0;
  return (text) => {
    if (output.writableLength > maxBytes) {
      leftOut += 1;
      return;
    }
    if (leftOut > 0) output.write(note(leftOut));
    leftOut = 0;
    output.write(text);
  };
}
