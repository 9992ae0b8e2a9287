import { systemErrorCode } from './bridge-error.ts';

type Stream = { on(name: 'error', listener: (error: Error) => void): unknown };

/**
 * What is printed may find nobody: `| head -1`, a `tee` that was ended, a closed window, a full disk under a log. Without
 * a listener each of these would end the daemon at once, and leave its agents behind. A reader who went away gets a clean
 * end; a place that takes no more is told of, and the room goes on without it.
 */
export function watchOutput(
  { stdin, stdout, stderr }: { stdin: Stream; stdout: Stream; stderr: Stream },
  react: { readerGone(): void; lost(why: string): void },
): void {
  let isTold = false;
  stdout.on('error', (error) => {
    // EPIPE: the pipe's other end. EIO: the terminal's window.
    if (['EPIPE', 'EIO'].includes(systemErrorCode(error) ?? '')) react.readerGone();
    else if (!isTold) {
      isTold = true;
      react.lost(error.message);
    }
  });
  // A window that was closed while a question waited for its answer.
  stdin.on('error', () => react.readerGone());
  // There is no third place to complain at.
  stderr.on('error', () => undefined);
}
