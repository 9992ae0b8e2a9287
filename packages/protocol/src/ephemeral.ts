import * as v from 'valibot';

/**
 * One entry of an ephemeral frame (CLG-54): `k` kind, `b` block, `o` offset, `x` text.
 * `text`, `reasoning`, `tool`: `b` is the stream or tool id, `o` the offset in UTF-16 units at which `x` belongs.
 * `typing`, `presence`: `b` is the participant id, `o` is 0, `x` the state (`''` ends typing;
 * presence: `watching`, `idle`, `away`, `''` for gone; `looking`: where, see `Place`, `''` for nowhere).
 */
export const Delta = v.object({
  k: v.picklist(['text', 'reasoning', 'tool', 'typing', 'presence', 'looking']),
  b: v.string(),
  o: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  x: v.string(),
});
export type Delta = v.InferOutput<typeof Delta>;

/** A block that is being written: its text so far, for those who come in the middle of it. */
export const LiveBlock = v.object({ k: v.picklist(['text', 'reasoning', 'tool']), b: v.string(), x: v.string() });
export type LiveBlock = v.InferOutput<typeof LiveBlock>;
