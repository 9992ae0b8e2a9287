/**
 * What an agent must not inherit. Markers of a surrounding agent session make a CLI refuse to start or change its
 * defaults; loader options of ours would run in the agent; what npm and the bridge put there is nobody else's business.
 * What git tells a hook or an alias of its place beats every folder: an agent in a worktree would commit elsewhere.
 */
const droppedNames = new Set([
  'CLAUDECODE',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_SSE_PORT',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_CODE_CHILD_SESSION',
  'CLAUDE_CODE_REMOTE_SESSION_ID',
  'CLAUDE_AGENT_SDK_VERSION',
  'CLAUDE_PROJECT_DIR',
  'CLAUDE_ENV_FILE',
  'AI_AGENT',
  'CODEX_SANDBOX',
  'CODEX_SANDBOX_NETWORK_DISABLED',
  'CODEX_THREAD_ID',
  'GEMINI_CLI',
  'GEMINI_CLI_NO_RELAUNCH',
  'QWEN_CODE',
  'CURSOR_AGENT',
  'OPENCODE',
  'OPENCODE_PID',
  'GOOSE_TERMINAL',
  'NODE_OPTIONS',
  'NODE_CHANNEL_FD',
  'NODE_CHANNEL_SERIALIZATION_MODE',
  'NODE_UNIQUE_ID',
  'NODE_V8_COVERAGE',
  'INIT_CWD',
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_PREFIX',
  'GIT_COMMON_DIR',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_QUARANTINE_PATH',
  'GIT_SHALLOW_FILE',
  'GIT_GRAFT_FILE',
  'GIT_NAMESPACE',
  'VITEST',
  'OLDPWD',
]);

/** `NPM_TOKEN` and the like are the user's credentials and stay. */
const droppedPattern = /^(npm_(config|package|lifecycle|command|execpath|node_execpath)|collagility_|vitest_)/i;

/** Carries a random value to every descendant, so that one that left the process group is still found. */
export const processMarkName = 'CLG_PROCESS_MARK';

export interface AgentEnvironmentInput {
  source: Readonly<Record<string, string | undefined>>;
  /** What the driver or the host adds; wins over the source, and is not filtered. */
  extra?: Readonly<Record<string, string>>;
  workspacePath: string;
  mark: string;
}

/** The only place that decides what an agent's process sees of our environment. */
export function agentEnvironment(input: AgentEnvironmentInput): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(input.source)) {
    if (value === undefined || isDropped(name)) continue;
    environment[name] = value;
  }
  return { ...environment, ...input.extra, PWD: input.workspacePath, [processMarkName]: input.mark };
}

function isDropped(name: string): boolean {
  return droppedNames.has(name.toUpperCase()) || droppedPattern.test(name);
}
