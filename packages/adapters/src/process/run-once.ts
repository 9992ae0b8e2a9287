import { execa } from 'execa';
import { agentEnvironment } from './environment.ts';

export interface RunOnceResult {
  code: number | undefined;
  /** `ENOENT` and the like where it did not start. */
  errorCode?: string;
  stdout: string;
  stderr: string;
  timedOut: boolean;
}

/** Runs a short question to a program (`--version`), with bounded output and time; never rejects. */
export async function runOnce(
  command: string,
  args: readonly string[],
  options: {
    workspacePath: string;
    environment?: Readonly<Record<string, string | undefined>>;
    extraEnvironment?: Readonly<Record<string, string>>;
    timeoutMs: number;
  },
): Promise<RunOnceResult> {
  const result = await execa(command, [...args], {
    cwd: options.workspacePath,
    env: agentEnvironment({
      source: options.environment ?? process.env,
      ...(options.extraEnvironment === undefined ? {} : { extra: options.extraEnvironment }),
      workspacePath: options.workspacePath,
      mark: 'once',
    }),
    extendEnv: false,
    stdin: 'ignore',
    reject: false,
    timeout: options.timeoutMs,
    killDescendants: true,
    maxBuffer: 256 * 1024,
    windowsHide: true,
  });
  return {
    code: result.exitCode,
    ...(result.code === undefined ? {} : { errorCode: result.code }),
    stdout: String(result.stdout ?? ''),
    stderr: String(result.stderr ?? ''),
    timedOut: result.timedOut,
  };
}
