import { execa } from 'execa';
import { agentEnvironment } from './environment.ts';

export interface RunBytesOptions {
  workspacePath: string;
  /** All that the program sees, but for our own mark. */
  environment: Readonly<Record<string, string>>;
  input?: Uint8Array;
  timeoutMs: number;
  /** More than this ends the program; what came before is given. */
  maxBytes: number;
}

export interface RunBytesResult {
  code: number | undefined;
  /** `ENOENT` and the like where it did not start. */
  errorCode?: string;
  stdout: Uint8Array;
  stderr: string;
  timedOut: boolean;
  isCut: boolean;
}

const noInput = new Uint8Array();

/** Runs a tool that reads and writes bytes, bounded in output and time; never rejects. */
export async function runBytes(
  command: string,
  args: readonly string[],
  options: RunBytesOptions,
): Promise<RunBytesResult> {
  const { workspacePath, environment, input = noInput, timeoutMs, maxBytes } = options;
  const result = await execa(command, [...args], {
    cwd: workspacePath,
    env: agentEnvironment({ source: {}, extra: environment, workspacePath, mark: 'tool' }),
    extendEnv: false,
    input,
    encoding: 'buffer',
    reject: false,
    timeout: timeoutMs,
    killDescendants: true,
    maxBuffer: maxBytes,
    stripFinalNewline: false,
    windowsHide: true,
  });
  return {
    code: result.exitCode,
    ...(result.code === undefined ? {} : { errorCode: result.code }),
    stdout: result.stdout ?? noInput,
    stderr: new TextDecoder().decode(result.stderr ?? noInput),
    timedOut: result.timedOut,
    isCut: result.isMaxBuffer,
  };
}
