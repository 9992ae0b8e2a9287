import { lstat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';

/** A relative path as git writes it, inside the folder by its words alone: no climbing, no `.git`, nothing absolute. */
export function isPlainPath(path: string): boolean {
  if (path === '' || path.length > 1_024 || path.includes('\0') || path.includes('\\') || isAbsolute(path))
    return false;
  return path
    .split('/')
    .every((part) => part !== '' && part !== '.' && part !== '..' && !/^(?:\.git|git~1)[ .]*$/i.test(part));
}

/** Whether every folder above the file is a real one: through a link one would write or remove outside. `folder` is a real path. */
export async function hasRealParents(folder: string, path: string): Promise<boolean> {
  if (!isPlainPath(path)) return false;
  let at = folder;
  for (const part of path.split('/').slice(0, -1)) {
    at = join(at, part);
    try {
      if (!(await lstat(at)).isDirectory()) return false;
    } catch (error) {
      if (error instanceof Error && 'syscall' in error) return false;
      throw error;
    }
  }
  return true;
}
