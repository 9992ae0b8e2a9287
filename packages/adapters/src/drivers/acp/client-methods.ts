import { given } from '../../fields.ts';
import type { RpcRequest } from '../../json-rpc.ts';
import type { ToolCall } from '../../port.ts';
import type { ProcessRecord } from '../../process/index.ts';
import { shownPath } from '../../shown-path.ts';
import type { ApprovalDesk } from './approval-desk.ts';
import { readTextFile, type Served, writeTextFile } from './files.ts';
import type { Use } from './grants.ts';
import type { AcpProfile } from './profile.ts';
import { type Run, Terminals } from './terminals.ts';

export interface ClientMethodsOptions {
  profile: AcpProfile;
  desk: ApprovalDesk;
  workspacePath: string;
  environment: Readonly<Record<string, string | undefined>>;
  graceMs: number;
  isUnasked(): boolean;
  /** The running call that this is done for, as far as one can tell. */
  toolIdOf(kind: ToolCall['kind']): string | undefined;
  onOutput(terminalId: string, text: string): void;
  onStarted?(record: ProcessRecord): void;
}

/** What the bridge does for the agent: files and commands, where the profile offers them, inside the workspace. */
export class ClientMethods {
  readonly #options: ClientMethodsOptions;
  readonly #terminals: Terminals;

  constructor(options: ClientMethodsOptions) {
    this.#options = options;
    this.#terminals = new Terminals({
      workspacePath: options.workspacePath,
      environment: options.environment,
      graceMs: options.graceMs,
      mayRun: (run, line) => {
        // What was allowed was that line, in the workspace, with nothing of the agent's own around it.
        const isPlain = run.cwd === options.workspacePath && Object.keys(run.env).length === 0;
        return this.#mayDo(commandCall(run), 'run', isPlain ? run.command : undefined, line);
      },
      onOutput: (terminalId, text) => options.onOutput(terminalId, text),
      onExit: () => undefined,
      ...given('onStarted', options.onStarted),
    });
  }

  /** Undefined for what is not offered. */
  serve(request: RpcRequest): Promise<Served | undefined> {
    const { method, params, line } = request;
    const { offers } = this.#options.profile;
    const files = {
      workspacePath: this.#options.workspacePath,
      mayWrite: (path: string, oldText: string | undefined, newText: string) =>
        this.#mayDo(this.#writeCall(path, oldText, newText), 'write', path, line),
    };
    if (offers?.files === true && method === 'fs/read_text_file') return readTextFile(params, files);
    if (offers?.files === true && method === 'fs/write_text_file') return writeTextFile(params, files);
    if (offers?.terminal === true && method.startsWith('terminal/')) return this.#terminals.serve(method, params, line);
    return Promise.resolve(undefined);
  }

  exitOf(terminalId: string): number | undefined {
    return this.#terminals.exitOf(terminalId)?.exitCode ?? undefined;
  }

  endAll(): Promise<void> {
    return this.#terminals.endAll();
  }

  #mayDo(toolCall: ToolCall, use: Use, subject: string | undefined, line: string): Promise<boolean> {
    if (this.#options.isUnasked()) return Promise.resolve(true);
    const toolId = this.#options.toolIdOf(toolCall.kind) ?? toolCall.toolId;
    return this.#options.desk.mayDo({ ...toolCall, toolId }, use, subject, line);
  }

  #writeCall(path: string, oldText: string | undefined, newText: string): ToolCall {
    const shown = shownPath(path, this.#options.workspacePath);
    const input = { file_path: path, content: newText, ...given('old_text', oldText) };
    return {
      toolId: `write:${shown}`,
      toolName: 'fs/write_text_file',
      kind: 'edit',
      title: `Write ${shown}`,
      arguments: input,
    };
  }
}

const commandCall = ({ command, cwd, env }: Run): ToolCall => ({
  toolId: `run:${command.slice(0, 80)}`,
  toolName: 'terminal/create',
  kind: 'execute',
  title: command,
  arguments: { command, cwd, ...(Object.keys(env).length > 0 && { env }) },
});
