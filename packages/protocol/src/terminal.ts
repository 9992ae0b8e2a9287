import * as v from 'valibot';
import { agentId, count } from './events/shared.ts';
import { wordOr } from './newer-words.ts';

/** What a terminal's program seems to do, guessed from its screen. */
export const TerminalActivity = v.picklist(['busy', 'needs_input', 'idle']);
export type TerminalActivity = v.InferOutput<typeof TerminalActivity>;

const size = { columns: v.pipe(count, v.maxValue(1_000)), rows: v.pipe(count, v.maxValue(1_000)) };
const maxTitleUnits = 200;
const title = v.pipe(v.string(), v.maxLength(maxTitleUnits));

/**
 * One step of a terminal (CLG-69). `o` counts the bytes shown so far; `n` are this part's, in the frame's binary half, in
 * the order of the parts.
 * `output`: bytes that follow on `o`. `screen`: a whole screen in place of what was; the next output follows on `o`.
 * `lost`: what was shown is void and too long to be told here: pull it. `state`: no bytes.
 */
export const TerminalPart = v.object({
  /** A kind of a newer host says something of the screen that this version cannot draw: the screen is pulled. */
  k: wordOr(['output', 'screen', 'lost', 'state'], 'lost'),
  b: agentId,
  o: count,
  n: count,
  columns: v.optional(size.columns),
  rows: v.optional(size.rows),
  title: v.optional(title),
  activity: v.fallback(v.optional(TerminalActivity), undefined),
});
export type TerminalPart = v.InferOutput<typeof TerminalPart>;

/** A part with its bytes. */
export type TerminalPiece = { part: TerminalPart; bytes: Uint8Array };

/** The screen as it is now, for who comes in the middle or missed a part. The next output follows on `offset`. */
export const TerminalScreen = v.object({
  ...size,
  offset: count,
  text: v.string(),
  title,
  /** Of a kind that this version does not know: nothing is claimed. */
  activity: v.fallback(TerminalActivity, 'idle'),
  isRunning: v.boolean(),
});
export type TerminalScreen = v.InferOutput<typeof TerminalScreen>;

/** One part at most, so that several fit a frame. */
export const maxTerminalPartBytes = 40 * 1024;
const maxFrameBytes = 52 * 1024;
const partOverheadBytes = 400;

/** Pieces grouped into frames; a piece is never longer than `maxTerminalPartBytes`. */
export function terminalFrames(pieces: readonly TerminalPiece[]): TerminalPiece[][] {
  const frames: TerminalPiece[][] = [];
  let frame: TerminalPiece[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    const pieceBytes = piece.bytes.length + partOverheadBytes;
    if (frame.length > 0 && bytes + pieceBytes > maxFrameBytes) {
      frames.push(frame);
      frame = [];
      bytes = 0;
    }
    frame.push(piece);
    bytes += pieceBytes;
  }
  if (frame.length > 0) frames.push(frame);
  return frames;
}

/** The parts of one frame with their bytes; `undefined` where they do not fit each other. */
export function terminalPieces(parts: readonly TerminalPart[], bin: Uint8Array): TerminalPiece[] | undefined {
  const pieces: TerminalPiece[] = [];
  let at = 0;
  for (const part of parts) {
    const bytes = bin.slice(at, at + part.n);
    if (bytes.length !== part.n) return undefined;
    at += part.n;
    pieces.push({ part, bytes });
  }
  return at === bin.length ? pieces : undefined;
}
