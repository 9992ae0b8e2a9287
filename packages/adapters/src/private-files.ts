import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Files for the agent that hold secrets: in a folder of their own that only this user can read. */
export class PrivateFiles {
  #folder: Promise<string> | undefined;

  async write(name: string, text: string): Promise<string> {
    this.#folder ??= mkdtemp(join(tmpdir(), 'agent-'));
    const path = join(await this.#folder, name);
    await writeFile(path, text, { mode: 0o600 });
    return path;
  }

  async remove(): Promise<void> {
    const folder = this.#folder;
    this.#folder = undefined;
    if (folder !== undefined) await rm(await folder, { recursive: true, force: true });
  }
}
