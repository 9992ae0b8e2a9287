/** Pictures that agents and browsers both read, and that can hold no script. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export type PictureType = (typeof pictureTypes)[number];

const marks: ReadonlyArray<readonly [PictureType, readonly (readonly [at: number, bytes: readonly number[]])[]]> = [
  ['image/png', [[0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]]]],
  ['image/jpeg', [[0, [0xff, 0xd8, 0xff]]]],
  ['image/gif', [[0, [0x47, 0x49, 0x46, 0x38]]]],
  // RIFF, four bytes of length, WEBP.
  [
    'image/webp',
    [
      [0, [0x52, 0x49, 0x46, 0x46]],
      [8, [0x57, 0x45, 0x42, 0x50]],
    ],
  ],
];

/** What the bytes are, by their first ones; a name or a declared type is only somebody's word. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | undefined {
  return marks.find(([, parts]) =>
    parts.every(([at, wanted]) => wanted.every((byte, offset) => bytes[at + offset] === byte)),
  )?.[0];
}
