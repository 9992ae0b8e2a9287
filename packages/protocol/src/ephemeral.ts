import * as v from 'valibot';

/**
 * One entry of an ephemeral frame (CLG-54): `k` kind, `b` block, `o` offset, `x` text.
 * `text`, `reasoning`, `tool`: `b` is the stream or tool id, `o` the offset in UTF-16 units at which `x` belongs;
 * with `g` (of `tool` only) what is missing before `o` is left out and will not come before the durable end.
 * `typing`, `presence`: `b` is the participant id, `o` is 0, `x` the state (`''` ends typing;
 * presence: `watching`, `idle`, `away`, `''` for gone; `looking`: where, see `Place`, `''` for nowhere).
 */
export const Delta = v.object({
  k: v.picklist(['text', 'reasoning', 'tool', 'typing', 'presence', 'looking']),
  b: v.string(),
  o: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  x: v.string(),
  g: v.optional(v.literal(true)),
});
export type Delta = v.InferOutput<typeof Delta>;

const Units = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A block that is being written: its text so far, for those who come in the middle of it; `cut` as of `LiveText`. */
export const LiveBlock = v.object({
  k: v.picklist(['text', 'reasoning', 'tool']),
  b: v.string(),
  x: v.string(),
  cut: v.optional(v.object({ at: Units, units: Units })),
});
export type LiveBlock = v.InferOutput<typeof LiveBlock>;
