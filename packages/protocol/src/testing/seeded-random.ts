/** Numbers that repeat for a seed (mulberry32): failures are found again by the printed seed. */
export function seededRandom(seed: number): {
  next(): number;
  bytes(count: number): Uint8Array;
  below(limit: number): number;
} {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const bytes = (count: number): Uint8Array => Uint8Array.from({ length: count }, () => below(256));
  return { next, below, bytes };
}
