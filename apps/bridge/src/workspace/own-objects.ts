import { constants, existsSync } from 'node:fs';
import { copyFile, link, lstat, mkdir, opendir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { systemErrorCode } from '../bridge-error.ts';

/**
 * `copiedBytes`: where the room lies on another disk than the folder. `files`: git packs its objects long before. A
 * repository that is larger lends its objects instead.
 */
const usualLimits = { copiedBytes: 256 * 1024 * 1024, files: 50_000 };
const atOnce = 64;

/**
 * Makes the objects of the user's repository ours as well, by hard links: a second name for what is never changed, that
 * costs no room. Whoever then deletes `.git`, or lets git throw old commits away, does not take the states of the files
 * along that could be gone back to. False: not all could be had, the rest must be lent.
 */
export async function ownObjects(source: string, target: string, limits = usualLimits): Promise<boolean> {
  const budget = { bytes: limits.copiedBytes };
  const inPack = await namesIn(join(source, 'pack'), limits.files);
  const loose = await looseIn(source, limits.files);
  if (inPack === undefined || loose === undefined) return false;
  const packs = inPack.filter((name) => /^pack-[0-9a-f]{40,64}\.pack$/.test(name));
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

/** Undefined: more than `max` files. */
async function looseIn(source: string, max: number): Promise<string[] | undefined> {
  const folders = (await namesIn(source, max))?.filter((name) => /^[0-9a-f]{2}$/.test(name));
  if (folders === undefined) return undefined;
  const paths: string[] = [];
  for (const folder of folders) {
    const names = await namesIn(join(source, folder), max - paths.length);
    if (names === undefined) return undefined;
    for (const name of names) if (/^(?:[0-9a-f]{38}|[0-9a-f]{62})$/.test(name)) paths.push(`${folder}/${name}`);
  }
  return paths;
}

/** Undefined: more than `max`; they are not all read then. */
async function namesIn(folder: string, max: number): Promise<string[] | undefined> {
  const names: string[] = [];
  try {
    for await (const { name } of await opendir(folder)) {
      if (names.length === max) return undefined;
      names.push(name);
    }
  } catch {
    // Not there, or not a folder: nothing to take.
    return [];
  }
  return names;
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
      // Under a name that is no object's: git takes what has one for whole, also the half that is there if we are ended.
      const beside = join(dirname(to), `tmp_obj_${basename(to)}`);
      await copyFile(from, beside, constants.COPYFILE_FICLONE);
      await rename(beside, to);
    }
    return true;
  } catch (error) {
    return ['ENOENT', 'EEXIST'].includes(systemErrorCode(error) ?? '');
  }
}
