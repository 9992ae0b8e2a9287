import { type Fields, given } from '../../fields.ts';
import type { RpcRequest } from '../../json-rpc.ts';
import type { AdapterConfig, ToolKind } from '../../port.ts';
import type { ProcessExit } from '../../process/index.ts';
import type { AcpSettings } from './acp-options.ts';
import type { ApprovalDesk } from './approval-desk.ts';
import { ClientMethods } from './client-methods.ts';
import { AcpConnection } from './connection.ts';
import { findAgent } from './find-agent.ts';
import type { AcpProfile } from './profile.ts';

export interface ConnectAgentOptions {
  profile: AcpProfile;
  config: AdapterConfig;
  settings: AcpSettings;
  desk: ApprovalDesk;
  isUnasked(): boolean;
  /** The latest running call of this kind. */
  toolIdOf(kind: ToolKind): string | undefined;
  /** Of a command that the bridge runs for the agent. */
  onOutput(terminalId: string, text: string): void;
  onRequest(request: RpcRequest, from: AcpConnection): void;
  onNotification(method: string, params: Fields): void;
  onNoise(kind: string, text: string): void;
  onLineTooLong(byteLength: number): void;
  onExit(exit: ProcessExit, from: AcpConnection): void;
}

/** Starts the agent's process, with what the bridge does for it beside it. Nothing is said yet. */
export function connectAgent(options: ConnectAgentOptions) {
  const { profile, config, settings } = options;
  const { environment, startTimer, waits, onProcessStarted } = settings;
  const binary = findAgent(profile, environment, config.binaryPath);
  const methods = new ClientMethods({
    profile,
    desk: options.desk,
    workspacePath: config.workspacePath,
    environment,
    graceMs: waits.graceMs,
    isUnasked: options.isUnasked,
    toolIdOf: options.toolIdOf,
    onOutput: options.onOutput,
    ...given('onStarted', onProcessStarted),
  });
  const connection: AcpConnection = new AcpConnection({
    command: binary.command,
    arguments: [...binary.prefixArguments, ...profile.start.arguments, ...(config.customArgs ?? [])],
    workspacePath: config.workspacePath,
    environment,
    extraEnvironment: { ...profile.start.environment, ...config.environment },
    startTimer,
    ...given('onStarted', onProcessStarted),
    onRequest: (request) => options.onRequest(request, connection),
    onNotification: options.onNotification,
    onNoise: options.onNoise,
    onLineTooLong: options.onLineTooLong,
    onExit: (exit) => options.onExit(exit, connection),
  });
  return { connection, methods, binaryPath: binary.path };
}
