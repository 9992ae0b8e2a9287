import type { Clock } from '@collagility/protocol/host/contract';
import type { CheckpointId, PromptId } from '@collagility/protocol/ids';
import type { FileView, Found, Tree } from '@collagility/protocol/workspace';
import { type Checkpoint, Checkpoints } from './checkpoints.ts';
import { type Compared, compare } from './compare.ts';
import { type DiffQuestion, diffOfFile, type RawDiff } from './file-diff.ts';
import { entriesOf, type Listed, listFiles, viewFile } from './listing.ts';
import { Remembered } from './remembered.ts';
import { restoreFiles } from './restore.ts';
import { searchPaths } from './search-paths.ts';
import { openShadow, type Shadow, type ShadowOptions } from './shadow.ts';
import { type FilesState, forgetIndex, limitsIn, takeSnapshot } from './snapshot.ts';

export type Trouble = { ok: false; reason: 'no_git' | 'too_many_files' | 'failed'; detail: string };
type Fresh = { ok: true; state: FilesState } | Trouble;

/** A look at the files this young serves the next question too. */
const youngMs = 500;
/** A longer diff is made anew for each who asks, rather than kept in memory. */
const maxKeptUnits = 512 * 1024;

/** One folder that an agent works in: its states, what is different between them, its files. One piece of work at a time. */
export class Workspace {
  readonly #shadow: Shadow;
  readonly #clock: Clock;
  readonly checkpoints: Checkpoints;
  #last: { state: FilesState; atMs: number } | undefined;
  /** Our index was begun anew, and no look went well since: it is not what is wrong. */
  #isIndexAnew = false;
  #listing: { tree: FilesState; files: Listed[] } | undefined;
  readonly #compared = new Remembered<Compared | undefined>(8, (found) => found !== undefined);
  readonly #diffs = new Remembered<RawDiff | undefined>(
    16,
    (found) => found !== undefined && unitsOf(found) <= maxKeptUnits,
  );
  #work: Promise<unknown> = Promise.resolve();

  private constructor(shadow: Shadow, clock: Clock) {
    this.#shadow = shadow;
    this.#clock = clock;
    this.checkpoints = new Checkpoints(shadow.git, shadow.gitFolder);
  }

  /** `undefined`: there is no git on this machine, or it cannot work here. */
  static async open(options: ShadowOptions & { clock: Clock }): Promise<Workspace | undefined> {
    const shadow = await openShadow(options);
    if (shadow === undefined) return undefined;
    return new Workspace(shadow, options.clock);
  }

  /** The files as they are now. */
  look(maxAgeMs = youngMs): Promise<Fresh> {
    return this.#alone(() => this.#look(maxAgeMs));
  }

  /** `isTooLate`: asked when the look is done; what it saw is not kept then. */
  remember(
    more: { kind: Checkpoint['kind']; seq: number; promptId?: PromptId },
    isTooLate: () => boolean = () => false,
  ): Promise<Checkpoint | Trouble> {
    return this.#alone(async () => {
      const fresh = await this.#look(more.kind === 'look' ? youngMs : 0);
      if (!fresh.ok) return fresh;
      if (isTooLate()) return failed('The look came too late.');
      return this.checkpoints.add(fresh.state, { promptId: undefined, ...more });
    });
  }

  /** Many people look at the same changes: git is asked once for all of them. */
  compare(before: FilesState, after: FilesState): Promise<Compared | undefined> {
    const key = `${before.tree} ${after.tree} ${JSON.stringify([before.big, after.big])}`;
    return this.#compared.get(key, () => compare(this.#shadow.git, before, after));
  }

  /** Nothing is redacted in it yet. */
  diff(before: FilesState, after: FilesState, question: DiffQuestion): Promise<RawDiff | undefined> {
    const key = JSON.stringify([before.tree, after.tree, question]);
    return this.#diffs.get(key, () => diffOfFile(this.#shadow.git, before, after, question));
  }

  async tree(state: FilesState, path: string): Promise<Tree | undefined> {
    const files = await this.#files(state);
    return files && entriesOf(files, path);
  }

  view(
    state: FilesState,
    question: { path: string; first?: number; last?: number },
    redact: (text: string) => string,
  ): Promise<FileView | undefined> {
    return viewFile(this.#shadow.git, state, question, redact);
  }

  async search(state: FilesState, query: string): Promise<Found | undefined> {
    const files = await this.#files(state);
    return (
      files &&
      searchPaths(
        files.map(({ path }) => path),
        query,
      )
    );
  }

  /** Remembers what is there, then puts the files of `id` back. What was there can be had again by the first. */
  restore(
    id: CheckpointId,
    seq: number,
  ): Promise<{ undo: Checkpoint; target: Checkpoint; changed: Compared; after: FilesState } | Trouble> {
    return this.#alone(async () => {
      const target = this.checkpoints.find(id);
      if (target === undefined) return failed('This state is not kept any more.');
      const before = await this.#look(0);
      if (!before.ok) return before;
      const undo = await this.checkpoints.add(before.state, { kind: 'before_restore', seq, promptId: undefined });
      const restored = await restoreFiles(this.#shadow, before.state, target);
      const after = await this.#look(0);
      if (!restored.ok) return failed(`${restored.detail} ${await this.#putBack(before.state, after)}`);
      if (!after.ok) return after;
      const changed = await this.compare(before.state, after.state);
      return changed === undefined ? failed('') : { undo, target, changed, after: after.state };
    });
  }

  /** A restore that stopped half-way leaves no mixture, where that can be helped. Says what there is now. */
  async #putBack(before: FilesState, halfway: Fresh): Promise<string> {
    const back = halfway.ok ? await restoreFiles(this.#shadow, halfway.state, before) : halfway;
    this.#last = undefined;
    return back.ok
      ? 'The files are as they were.'
      : 'Some files were put back, others not; what was there before is kept.';
  }

  async #files(state: FilesState): Promise<Listed[] | undefined> {
    if (this.#listing?.tree === state) return this.#listing.files;
    const files = await listFiles(this.#shadow.git, state);
    if (files !== undefined) this.#listing = { tree: state, files };
    return files;
  }

  async #look(maxAgeMs: number): Promise<Fresh> {
    const last = this.#last;
    if (last !== undefined && maxAgeMs > 0 && this.#clock.monotonicMs() - last.atMs <= maxAgeMs)
      return { ok: true, state: last.state };
    const { isRepository } = this.#shadow;
    const atMs = this.#clock.monotonicMs();
    const limits = limitsIn(isRepository);
    let taken = await takeSnapshot(this.#shadow, limits);
    if (!taken.ok && taken.reason === 'failed' && !this.#isIndexAnew) {
      this.#isIndexAnew = true;
      await forgetIndex(this.#shadow);
      taken = await takeSnapshot(this.#shadow, limits);
      if (taken.ok) await this.checkpoints.forgetLost();
    }
    if (!taken.ok) return taken;
    this.#isIndexAnew = false;
    // The same files are the same state: lists that were made for it still hold.
    const isSame = last?.state.tree === taken.tree && JSON.stringify(last.state.big) === JSON.stringify(taken.big);
    const state = isSame && last !== undefined ? last.state : { tree: taken.tree, big: taken.big };
    this.#last = { state, atMs };
    return { ok: true, state };
  }

  /** Two that write the same index would break it. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#work.then(work, work);
    this.#work = result.catch(() => undefined);
    return result;
  }
}

const unitsOf = ({ diff, sides }: RawDiff): number => diff.diff.length + sides.before.length + sides.after.length;

const failed = (detail: string): Trouble => ({ ok: false, reason: 'failed', detail });
