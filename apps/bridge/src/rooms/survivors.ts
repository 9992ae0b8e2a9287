import { endTree, findSurvivors, type ProcessRecord } from '@collagility/adapters/process';
import * as v from 'valibot';
import { readJson, writePrivateJson } from './private-file.ts';

const Records = v.array(v.object({ pid: v.number(), startTime: v.string(), mark: v.string(), command: v.string() }));

export type Survivor = { record: ProcessRecord; pids: number[] };

/** The processes that this room's bridge started, on disk, so that the next start finds those that outlived a `kill -9`. */
export function childrenFile(file: string) {
  let records: ProcessRecord[] = [];
  const read = (): ProcessRecord[] => {
    const found = readJson(file, Records);
    return found.state === 'read' ? found.value : [];
  };
  return {
    /** Those of an earlier bridge that still live. A pid that another program has by now is not one of them. */
    async survivors(): Promise<Survivor[]> {
      const found = await Promise.all(read().map(async (record) => ({ record, pids: await findSurvivors(record) })));
      return found.filter(({ pids }) => pids.length > 0);
    },
    /** Begins this bridge's own list. Survivors that were left alone stay on it. */
    begin(left: readonly Survivor[]): void {
      records = left.map(({ record }) => record);
      writePrivateJson(file, records);
    },
    add(record: ProcessRecord): void {
      records.push(record);
      writePrivateJson(file, records);
    },
  };
}
export type ChildrenFile = ReturnType<typeof childrenFile>;

/** Ends them; resolves with the pids that would not go. */
export async function endSurvivors(survivors: readonly Survivor[]): Promise<number[]> {
  return (await Promise.all(survivors.map(({ record }) => endTree(record)))).flat();
}
