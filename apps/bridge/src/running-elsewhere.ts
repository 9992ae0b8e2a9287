import { BridgeError } from './bridge-error.ts';
import type { Surroundings } from './commands/say.ts';
import { writeLines } from './commands/say.ts';
import type { Claim } from './rooms/claim-room.ts';
import { waitUntilReady } from './rooms/running-file.ts';

/** A start that is on its way prints its link within this time, or something holds it up. */
const readyWithinMs = 15_000;

/** A second start in the folder: prints the link of the room that runs there. */
export async function tellRunning(
  claim: Claim & { kind: 'running' },
  json: boolean,
  { stdout, style }: Surroundings,
): Promise<void> {
  const running = await waitUntilReady(claim.files.runningFile, {
    timeoutMs: readyWithinMs,
    stillRuns: claim.stillRuns,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    nowMs: () => performance.now(),
  });
  if (running === undefined) {
    throw new BridgeError('busy', 'start_stuck', 'Another bridge has this room and has not printed its link yet.', [
      'Look at its terminal, or end it and start again.',
    ]);
  }
  const { roomId, links, pid, agent, title } = running;
  if (json) {
    writeLines(stdout, [
      JSON.stringify({ type: 'running', roomId, links: links.map((url) => ({ label: 'link', url })), pid, agent }),
    ]);
    return;
  }
  writeLines(stdout, [
    '',
    `  ${style.bold(title ?? 'This room')} is running already (pid ${pid}), so nothing new was started.`,
    ...links.map((link) => `  ${style.bold('Link')}    ${link}`),
    `  ${style.quiet('Another room beside it: --new')}`,
    '',
  ]);
}
