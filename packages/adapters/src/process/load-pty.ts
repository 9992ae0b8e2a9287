import { AgentAdapterError } from '../errors.ts';

type Listen<T> = (listener: (value: T) => void) => unknown;

/** What we use of `node-pty`. */
export type PtyModule = {
  spawn(
    file: string,
    args: string[],
    options: {
      name: string;
      cols: number;
      rows: number;
      cwd: string;
      env: Record<string, string>;
      encoding: null;
    },
  ): {
    readonly pid: number;
    readonly onData: Listen<Buffer | string>;
    readonly onExit: Listen<{ exitCode: number; signal?: number | undefined }>;
    write(text: string): void;
    resize(columns: number, rows: number): void;
    pause(): void;
    resume(): void;
  };
};

/** A name that no bundler follows: the module is native and optional, and nothing else may need it. */
const moduleName: string = 'node-pty';

/** Loads what makes terminals, at the first use of one. Rejects with what helps where it is not there. */
export async function loadPty(): Promise<PtyModule> {
  let loaded: unknown;
  try {
    loaded = await import(moduleName);
  } catch (error) {
    throw missing(error);
  }
  const found = hasDefault(loaded) && isPtyModule(loaded.default) ? loaded.default : loaded;
  if (isPtyModule(found)) return found;
  throw missing(undefined);
}

const isPtyModule = (value: unknown): value is PtyModule =>
  typeof value === 'object' && value !== null && 'spawn' in value && typeof value.spawn === 'function';

const hasDefault = (value: unknown): value is { default: unknown } =>
  typeof value === 'object' && value !== null && 'default' in value;

function missing(cause: unknown): AgentAdapterError {
  const where = `${process.platform} ${process.arch}`;
  return new AgentAdapterError(
    'PROVIDER_NOT_FOUND',
    `Programs in a terminal need the package node-pty, which is not installed here (${where}). All other agents work without it.`,
    {
      cause,
      detail: {
        kept: 'The room and the queue are kept.',
        fix: 'npm install --global collagility-bridge --include=optional',
      },
    },
  );
}
