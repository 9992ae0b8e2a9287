import { AgentAdapterError } from '../../errors.ts';
import type { AdapterConfig } from '../../port.ts';

/** Newer flags: an older Claude Code that does not know one is started again without it. */
const optionalFlags = ['--forward-subagent-text'] as const;

export interface ArgumentsInput {
  config: AdapterConfig;
  /** `stdio`, or the name of the MCP tool that answers. */
  permissionTool: string;
  /** Holds secrets, so it is a file that only the user can read. */
  mcpConfigPath?: string;
  /** Where the control protocol cannot carry it. */
  systemPromptPath?: string;
  resume?: { nativeSessionId: string; fork: boolean; at?: string };
  droppedFlags: ReadonlySet<string>;
}

/** Claude's own modes that ask at least as much as `default`. */
const askingModes: ReadonlySet<string> = new Set(['default', 'manual', 'plan', 'dontAsk']);
const knownModes: ReadonlySet<string> = new Set([...askingModes, 'acceptEdits', 'auto']);

export const asks = (permissionMode: string): boolean => askingModes.has(permissionMode);

/** The vendor's mode of a config. Switching all checks off is not offered: the agent must have somebody to ask. */
export function permissionModeOf(config: AdapterConfig): string {
  const mode = config.permissionMode ?? 'default';
  if (knownModes.has(mode)) return mode === 'manual' ? 'default' : mode;
  throw new AgentAdapterError('UNSUPPORTED', `Claude Code is not started with the permission mode "${mode}".`, {
    detail: { fix: `Use one of: ${[...knownModes].join(', ')}.` },
  });
}

/** Flags only: whatever people write goes through the input. Every value stands behind `=`, so none can be a flag. */
export function claudeArguments(input: ArgumentsInput): string[] {
  const { config, resume } = input;
  return [
    '-p',
    '--output-format=stream-json',
    '--input-format=stream-json',
    '--verbose',
    '--include-partial-messages',
    `--permission-prompt-tool=${input.permissionTool}`,
    `--permission-mode=${permissionModeOf(config)}`,
    ...optionalFlags.filter((flag) => !input.droppedFlags.has(flag)),
    ...(config.model === undefined ? [] : [`--model=${config.model}`]),
    ...(config.effort === undefined ? [] : [`--effort=${config.effort}`]),
    ...(input.mcpConfigPath === undefined ? [] : [`--mcp-config=${input.mcpConfigPath}`]),
    ...(input.systemPromptPath === undefined ? [] : [`--append-system-prompt-file=${input.systemPromptPath}`]),
    ...(resume === undefined ? [] : [`--resume=${sessionIdOf(resume.nativeSessionId)}`]),
    ...(resume?.fork === true ? ['--fork-session'] : []),
    ...(resume?.at === undefined ? [] : [`--resume-session-at=${messageIdOf(resume.at)}`]),
    ...(config.customArgs ?? []),
  ];
}

function sessionIdOf(text: string): string {
  if (/^[0-9A-Za-z-]{1,128}$/.test(text)) return text;
  throw new AgentAdapterError('UNSUPPORTED', 'That is not a session id of Claude Code.');
}

function messageIdOf(text: string): string {
  if (/^[0-9a-f-]{36}$/.test(text)) return text;
  throw new AgentAdapterError('UNSUPPORTED', 'That is not a place in a session of Claude Code.');
}

/** The flag that an older version refused, if it is one that it can do without. */
export function refusedFlag(stderr: string): string | undefined {
  const name = /unknown option '(--[a-z-]+)/.exec(stderr)?.[1];
  return optionalFlags.find((flag) => flag === name);
}
