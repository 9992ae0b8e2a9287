/** A bridge start: its number, one higher each time, and 16 random bytes that tell two copies apart (CLG-12). */
export type Generation = { gen: number; boot: Uint8Array };

/** More than this at once is refused: it would be a thief who makes the room useless for its host. */
export const maxGenerationStep = 2 ** 16;

export type GenerationVerdict = 'first' | 'newer' | 'same' | 'older' | 'other_boot' | 'jump';

/** How an offered generation stands to the known one. `first`, `newer` and `same` are accepted (CLG-12, 13, 14). */
export function judgeGeneration(known: Generation | undefined, offered: Generation): GenerationVerdict {
  if (known === undefined) return 'first';
  if (offered.gen < known.gen) return 'older';
  if (offered.gen > known.gen + maxGenerationStep) return 'jump';
  if (offered.gen > known.gen) return 'newer';
  return sameBoot(known.boot, offered.boot) ? 'same' : 'other_boot';
}

export const isAccepted = (verdict: GenerationVerdict): boolean =>
  verdict === 'first' || verdict === 'newer' || verdict === 'same';

const sameBoot = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);
