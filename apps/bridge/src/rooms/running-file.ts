import { rmSync } from 'node:fs';
import * as v from 'valibot';
import { readJson, writePrivateJson } from './private-file.ts';

const Running = v.object({
  /** Random per start: only who wrote the file takes it away. */
  token: v.string(),
  pid: v.number(),
  startedAtMs: v.number(),
  state: v.picklist(['starting', 'ready']),
  roomId: v.optional(v.string()),
  title: v.optional(v.string()),
  agent: v.optional(v.string()),
  /** What a second start prints. */
  links: v.array(v.string()),
});
export type Running = v.InferOutput<typeof Running>;

/** What the bridge that holds the room's lock says about itself. Without that lock held, its words count for nothing. */
export function readRunning(file: string): Running | undefined {
  const found = readJson(file, Running);
  return found.state === 'read' ? found.value : undefined;
}

export function writeRunning(file: string, running: Running): void {
  writePrivateJson(file, running);
}

export function removeRunning(file: string, token: string): void {
  if (readRunning(file)?.token === token) rmSync(file, { force: true });
}

/** Waits until the other start printed its link; `undefined` where it ended or took longer than `timeoutMs`. */
export async function waitUntilReady(
  file: string,
  options: { timeoutMs: number; stillRuns(): boolean; pause(ms: number): Promise<void>; nowMs(): number },
): Promise<Running | undefined> {
  const end = options.nowMs() + options.timeoutMs;
  for (;;) {
    const running = readRunning(file);
    if (running?.state === 'ready') return running;
    if (options.nowMs() >= end || !options.stillRuns()) return undefined;
    await options.pause(50);
  }
}
