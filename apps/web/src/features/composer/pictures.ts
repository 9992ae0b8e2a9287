import { maxOpenUploadBytes, maxUploadBytes } from '@collagility/protocol/limits';
import { pictureTypes } from '@collagility/protocol/picture-type';
import { strings } from '../../strings.ts';

const words = strings.room.composer;

/** One prompt takes as many. */
export const maxPictures = 8;

/** As systems call the same kinds, or do not: then the bytes tell. */
const mayBePicture: ReadonlySet<string> = new Set([...pictureTypes, 'image/jpg', 'image/pjpeg', 'image/x-png', '']);

/** Why a file cannot go along; `undefined` where it can. The bridge checks the same again. */
export function troubleWithPicture(
  file: Pick<File, 'type' | 'size'>,
  already: { count: number; bytes: number },
): string | undefined {
  if (!mayBePicture.has(file.type.toLowerCase())) return words.attachOther;
  if (file.size > maxUploadBytes) return words.attachTooLarge(megabytes(maxUploadBytes));
  if (already.count >= maxPictures) return words.attachTooMany(maxPictures);
  if (already.bytes + file.size > maxOpenUploadBytes) return words.attachTooLarge(megabytes(maxOpenUploadBytes));
  return undefined;
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;
