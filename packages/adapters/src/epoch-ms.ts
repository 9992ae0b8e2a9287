/** Seconds since 1970 reach this in the year 5138: what is larger was meant in milliseconds. */
const largestSeconds = 1e11;

/** A time that agents tell in seconds since 1970, and some versions in milliseconds. */
export const epochMs = (value: number): number => Math.round(value > largestSeconds ? value : value * 1_000);
