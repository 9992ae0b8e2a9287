import { constants, existsSync } from 'node:fs';
import { copyFile, link, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../bridge-error.ts';

/** Copied where the room lies on another disk than the folder; a repository that is larger lends its objects instead. */
const maxCopiedBytes = 256 * 1024 * 1024;
const atOnce = 64;

/**
 * Makes the objects of the user's repository ours as well, by hard links: a second name for what is never changed, that
 * costs no room. Whoever then deletes `.git`, or lets git throw old commits away, does not take the states of the files
 * along that could be gone back to. False: not all could be had, the rest must be lent.
 */
export async function ownObjects(source: string, target: string): Promise<boolean> {
  const budget = { bytes: maxCopiedBytes };
  const packs = (await namesIn(join(source, 'pack'))).filter((name) => /^pack-[0-9a-f]{40,64}\.pack$/.test(name));
  const loose = await looseIn(source);
  await mkdir(join(target, 'pack'), { recursive: true, mode: 0o700 });
  for (const folder of new Set(loose.map((path) => path.slice(0, 2))))
    await mkdir(join(target, folder), { recursive: true, mode: 0o700 });
  // A pack counts for git once its index is there: that comes last.
  for (const pack of packs)
    for (const name of [pack, pack.replace(/pack$/, 'idx')])
      if (!(await take(join(source, 'pack', name), join(target, 'pack', name), budget))) return false;
  for (let at = 0; at < loose.length; at += atOnce) {
    const taken = await Promise.all(
      loose.slice(at, at + atOnce).map((path) => take(join(source, path), join(target, path), budget)),
    );
    if (taken.includes(false)) return false;
  }
  // What that repository itself only borrows stays borrowed.
  return !existsSync(join(source, 'info', 'alternates'));
}

async function looseIn(source: string): Promise<string[]> {
  const folders = (await namesIn(source)).filter((name) => /^[0-9a-f]{2}$/.test(name));
  const paths: string[] = [];
  for (const folder of folders)
    for (const name of await namesIn(join(source, folder)))
      if (/^(?:[0-9a-f]{38}|[0-9a-f]{62})$/.test(name)) paths.push(`${folder}/${name}`);
  return paths;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    // Not there, or not a folder: nothing to take.
    return [];
  }
}

/** One file under its own name here. True also where it is here already, or went away meanwhile. */
async function take(from: string, to: string, budget: { bytes: number }): Promise<boolean> {
  try {
    if (existsSync(to)) return true;
    const found = await lstat(from);
    if (!found.isFile()) return false;
    try {
      await link(from, to);
    } catch (error) {
      if (['ENOENT', 'EEXIST'].includes(systemErrorCode(error) ?? '')) throw error;
      // Another disk, or a system that links no files of others.
      budget.bytes -= found.size;
      if (budget.bytes < 0) return false;
      await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    }
    return true;
  } catch (error) {
    return ['ENOENT', 'EEXIST'].includes(systemErrorCode(error) ?? '');
  }
}
