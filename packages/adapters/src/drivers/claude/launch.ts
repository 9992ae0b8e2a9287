import { AgentAdapterError } from '../../errors.ts';
import type { Fields } from '../../fields.ts';
import type { Timer } from '../../pipeline/timer.ts';
import type { AdapterConfig } from '../../port.ts';
import type { PrivateFiles } from '../../private-files.ts';
import type { ProcessExit } from '../../process/index.ts';
import { startFailure } from '../../start-failure.ts';
import { claudeArguments, refusedFlag } from './arguments.ts';
import type { ClaudeConnection } from './connection.ts';
import type { McpApproval } from './mcp-approval.ts';
import { mcpPermissionTool, mcpServerName } from './mcp-names.ts';
import { claudeStart } from './start-words.ts';

export type ApprovalWay = 'stdio' | 'mcp';

export interface LaunchOptions {
  config: AdapterConfig;
  /** `auto`: the control protocol, and MCP where a version does not answer it. */
  approvalWay: ApprovalWay | 'auto';
  answerMs: number;
  startTimer: Timer;
  files: PrivateFiles;
  environment: Readonly<Record<string, string | undefined>>;
  openConnection(args: string[], environment: Record<string, string>): ClaudeConnection;
  startMcpApproval(): Promise<McpApproval>;
}

export interface Launched {
  connection: ClaudeConnection;
  way: ApprovalWay;
  /** The answer to `initialize`; undefined without the control protocol. */
  initialized: Fields | undefined;
  session: 'new' | 'resumed';
  /** Why the session that was to be resumed was not. */
  resumeRefusal?: string;
}

/** Without the control protocol nothing says "ready": this long without an exit counts as started. */
const settleMs = 1_500;

/** Starts Claude Code, with less where less is understood: each lowering once, and told. */
export async function launch(options: LaunchOptions): Promise<Launched> {
  const droppedFlags = new Set<string>();
  let way: ApprovalWay = options.approvalWay === 'mcp' ? 'mcp' : 'stdio';
  let resume = options.config.resume;
  let resumeRefusal: string | undefined;
  for (;;) {
    const connection = await connect(options, way, resume, droppedFlags);
    const first = await firstAnswer(options, connection, way);
    if (first.kind === 'ready') {
      const session = resume === undefined ? 'new' : 'resumed';
      return {
        connection,
        way,
        initialized: first.initialized,
        session,
        ...(resumeRefusal === undefined ? {} : { resumeRefusal }),
      };
    }
    await connection.end(0);
    if (first.kind === 'silent') {
      if (way === 'mcp' || options.approvalWay === 'stdio') {
        throw new AgentAdapterError('PROTOCOL_VIOLATION', 'Claude Code does not answer on its control channel.');
      }
      way = 'mcp';
      continue;
    }
    const flag = first.exit.kind === 'exited' ? refusedFlag(first.exit.stderrTail) : undefined;
    if (flag !== undefined && !droppedFlags.has(flag)) {
      droppedFlags.add(flag);
      continue;
    }
    const failure = startFailure(claudeStart, first.exit);
    if (resume === undefined || failure.code !== 'PROCESS_CRASHED') throw failure;
    resume = undefined;
    resumeRefusal = failure.message;
  }
}

async function connect(
  options: LaunchOptions,
  way: ApprovalWay,
  resume: AdapterConfig['resume'],
  droppedFlags: ReadonlySet<string>,
): Promise<ClaudeConnection> {
  const { config, files } = options;
  const servers: Record<string, unknown> = { ...config.mcpServers };
  if (way === 'mcp') servers[mcpServerName] = (await options.startMcpApproval()).serverEntry;
  const hasServers = Object.keys(servers).length > 0;
  const overlay = config.systemPromptOverlay;
  const mcpConfigPath = hasServers ? await files.write('mcp.json', JSON.stringify({ mcpServers: servers })) : undefined;
  const systemPromptPath =
    way === 'mcp' && overlay !== undefined ? await files.write('system-prompt.txt', overlay) : undefined;
  const args = claudeArguments({
    config,
    permissionTool: way === 'mcp' ? mcpPermissionTool : 'stdio',
    droppedFlags,
    ...(mcpConfigPath === undefined ? {} : { mcpConfigPath }),
    ...(systemPromptPath === undefined ? {} : { systemPromptPath }),
    ...(resume === undefined ? {} : { resume: { ...resume, fork: resume.fork === true } }),
  });
  // Loopback must not go through a proxy of the host.
  return options.openConnection(
    args,
    way === 'mcp' ? withoutProxy({ ...options.environment, ...config.environment }) : {},
  );
}

/** Beside what the host excepts already: its own servers may be reached in no other way. */
export function withoutProxy(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const excepted = [environment['no_proxy'], environment['NO_PROXY'], '127.0.0.1'].filter(Boolean);
  const list = [...new Set(excepted.flatMap((part) => part?.split(',').map((host) => host.trim()) ?? []))].join(',');
  return { NO_PROXY: list, no_proxy: list };
}

type FirstAnswer =
  | { kind: 'ready'; initialized: Fields | undefined }
  | { kind: 'silent' }
  | { kind: 'exited'; exit: ProcessExit };

async function firstAnswer(
  options: LaunchOptions,
  connection: ClaudeConnection,
  way: ApprovalWay,
): Promise<FirstAnswer> {
  if (way === 'mcp') {
    const settled = new Promise<FirstAnswer>((resolve) => {
      const stop = options.startTimer(settleMs, () => resolve({ kind: 'ready', initialized: undefined }));
      void connection.exited.then(stop);
    });
    return Promise.race([settled, connection.exited.then((exit): FirstAnswer => ({ kind: 'exited', exit }))]);
  }
  const reply = await connection.request(initializeRequest(options.config), options.answerMs);
  if (reply.ok) return { kind: 'ready', initialized: reply.response };
  if (reply.reason === 'closed') return { kind: 'exited', exit: await connection.exited };
  return { kind: 'silent' };
}

const gateHookId = 'room-policy';

/** What the gate hook says: put it to people. It outranks the agent's own rules and modes. */
export const gateAnswer: Fields = {
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'ask',
    permissionDecisionReason: 'room policy',
  },
};

function initializeRequest(config: AdapterConfig): Fields {
  const asksForAll = config.askForEverything === true;
  return {
    subtype: 'initialize',
    ...(asksForAll ? { hooks: { PreToolUse: [{ matcher: null, hookCallbackIds: [gateHookId] }] } } : {}),
    ...(config.systemPromptOverlay === undefined ? {} : { appendSystemPrompt: config.systemPromptOverlay }),
  };
}
