import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { as, type CheckpointId, type PromptId } from '@collagility/protocol/ids';
import * as v from 'valibot';
import { readJson, writePrivateJson } from '../rooms/private-file.ts';
import type { Git } from './git.ts';
import type { FilesState } from './snapshot.ts';

const Kept = v.object({
  id: v.pipe(
    v.string(),
    v.regex(/^\d{1,15}$/),
    v.transform((text) => as<CheckpointId>(text)),
  ),
  tree: v.pipe(v.string(), v.regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/)),
  big: v.array(v.object({ path: v.string(), bytes: v.number(), changedMs: v.number() })),
  /** The room's last event when it was made: who may not read so far back may not see it. */
  seq: v.number(),
  kind: v.picklist(['start', 'before_turn', 'after_turn', 'before_restore', 'look']),
  promptId: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => as<PromptId>(text)),
    ),
  ),
});
export type Checkpoint = v.InferOutput<typeof Kept>;

/** Enough for a long room; the oldest looks go first, then the oldest turns, never the first. */
const maxKept = 400;

/** The states that are remembered, on disk beside our repository; git's own references keep their files alive. */
export class Checkpoints {
  readonly #git: Git;
  readonly #file: string;
  #all: Checkpoint[];
  /** Of the one that was made last. No number comes twice: what the room said of an earlier state must not mean another. */
  #last: number;

  constructor(git: Git, gitFolder: string) {
    this.#git = git;
    this.#file = join(gitFolder, 'checkpoints.json');
    this.#all = read(this.#file);
    this.#last = Math.max(0, ...this.#all.map(({ id }) => Number(id)), ...referred(gitFolder));
  }

  find(id: CheckpointId): Checkpoint | undefined {
    return this.#all.find((checkpoint) => checkpoint.id === id);
  }

  of(promptId: PromptId, kind: 'before_turn' | 'after_turn'): Checkpoint | undefined {
    return this.#all.findLast((checkpoint) => checkpoint.promptId === promptId && checkpoint.kind === kind);
  }

  /** The first state that somebody who reads from `floorSeq` on may compare with. */
  firstFrom(floorSeq: number): Checkpoint | undefined {
    return floorSeq <= 1 ? this.#all[0] : this.#all.find(({ seq }) => seq >= floorSeq);
  }

  get latest(): Checkpoint | undefined {
    return this.#all.at(-1);
  }

  /** States whose files are gone with the repository that lent them are no states: comparing begins now. */
  async forgetLost(): Promise<void> {
    const [first] = this.#all;
    if (first === undefined) return;
    const read = await this.#git(['rev-list', '--objects', '--quiet', first.tree]);
    // One that was too slow says nothing of what is lost.
    if (read.ok || read.timedOut) return;
    this.#all = [];
    writePrivateJson(this.#file, []);
  }

  /** A look at what is there already needs no record of its own. */
  async add(state: FilesState, more: Pick<Checkpoint, 'kind' | 'seq' | 'promptId'>): Promise<Checkpoint> {
    const { latest } = this;
    if (more.kind === 'look' && latest !== undefined && latest.seq <= more.seq && isSame(latest, state)) return latest;
    this.#last += 1;
    const id = as<CheckpointId>(`${this.#last}`);
    const { tree, big } = state;
    const { kind, seq, promptId } = more;
    const checkpoint: Checkpoint = { id, tree, big, kind, seq, ...(promptId !== undefined && { promptId }) };
    const dropped = this.#all.length < maxKept ? undefined : oldest(this.#all);
    const kept = [...this.#all.filter((one) => one !== dropped), checkpoint];
    const lines = [
      `update refs/checkpoints/${id} ${tree}`,
      ...(dropped ? [`delete refs/checkpoints/${dropped.id}`] : []),
    ];
    await this.#git(['update-ref', '--stdin'], { input: new TextEncoder().encode(`${lines.join('\n')}\n`) });
    this.#all = kept;
    writePrivateJson(this.#file, kept);
    return checkpoint;
  }
}

const isSame = (a: FilesState, b: FilesState): boolean =>
  a.tree === b.tree && JSON.stringify(a.big) === JSON.stringify(b.big);

/** The numbers that references have, also those of states that are lost. */
function referred(gitFolder: string): number[] {
  const folder = join(gitFolder, 'refs', 'checkpoints');
  return existsSync(folder) ? readdirSync(folder).flatMap((name) => (/^\d{1,15}$/.test(name) ? Number(name) : [])) : [];
}

function oldest(all: readonly Checkpoint[]): Checkpoint | undefined {
  return all.slice(1).find(({ kind }) => kind === 'look') ?? all[1];
}

/** What cannot be read counts as no checkpoint: then comparing begins now. */
function read(file: string): Checkpoint[] {
  const found = readJson(file, v.array(Kept));
  return found.state === 'read' ? found.value : [];
}
