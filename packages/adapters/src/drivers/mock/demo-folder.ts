import { mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { type FileDiff, fileDiff } from '../../unified-diff.ts';

/** The only folder that the mock agent ever changes. */
export const demoFolder = 'collagility-demo';

export type Change = FileDiff & { path: string; previousPath?: string };

/** Real files below `collagility-demo/` in the shared folder. Paths are relative to the shared folder. */
export class DemoFolder {
  readonly #workspace: string;

  constructor(workspacePath: string) {
    this.#workspace = workspacePath;
  }

  async read(path: string): Promise<string | undefined> {
    const file = await this.#confine(path);
    try {
      return await readFile(file, 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async write(path: string, content: string): Promise<Change> {
    const file = await this.#confine(path);
    const before = await this.read(path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    return { path, ...fileDiff(path, before, content) };
  }

  async move(from: string, to: string): Promise<Change> {
    const [source, target] = [await this.#confine(from), await this.#confine(to)];
    await rename(source, target);
    return { path: to, previousPath: from, diff: '', added: 0, removed: 0 };
  }

  async remove(path: string): Promise<Change> {
    const file = await this.#confine(path);
    const before = await this.read(path);
    await rm(file);
    return { path, ...fileDiff(path, before, undefined) };
  }

  /** The absolute path, if it is inside the demo's folder with all links followed. */
  async #confine(path: string): Promise<string> {
    const root = join(await realpath(this.#workspace), demoFolder);
    const file = resolve(await realpath(this.#workspace), path);
    const real = await realExisting(file);
    const isInside = (candidate: string): boolean => candidate.startsWith(root + sep);
    if (!isInside(file) || !isInside(real)) throw new Error(`The mock agent only changes files in ${demoFolder}/.`);
    return file;
  }
}

/** The real path of the deepest part that exists, with the rest behind it. */
async function realExisting(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const parent = dirname(path);
    if (parent === path || !(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    return join(await realExisting(parent), path.slice(parent.length + 1));
  }
}
