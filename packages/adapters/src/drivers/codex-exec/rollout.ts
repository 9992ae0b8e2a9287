import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Whether Codex has kept this thread: it says so only when a prompt is sent, which is too late to start another. */
export async function hasRollout(
  threadId: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const home = environment['CODEX_HOME'] ?? join(environment['HOME'] ?? environment['USERPROFILE'] ?? '', '.codex');
  const names = await readdir(join(home, 'sessions'), { recursive: true }).catch(() => []);
  return names.some((name) => name.endsWith(`-${threadId}.jsonl`));
}
