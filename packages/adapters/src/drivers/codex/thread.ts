import { AgentAdapterError } from '../../errors.ts';
import { type Fields, fieldsAt, given, isFields, textAt } from '../../fields.ts';
import type { RpcReply } from '../../json-rpc.ts';
import type { AdapterConfig } from '../../port.ts';
import { mcpServersOf } from './mcp-servers.ts';
import type { Policy } from './policies.ts';

export type Request = (method: string, params: Fields) => Promise<RpcReply>;

export interface OpenedThread {
  threadId: string;
  session: 'new' | 'resumed';
  /** What holds in it, as Codex said. */
  settings: Fields;
}

/**
 * Starts, resumes or branches off a thread. Always with the read-only sandbox: a wider one would make Codex write into
 * the user's own config that it trusts this folder. What a turn may do more is said with the turn.
 */
export async function openThread(
  config: AdapterConfig,
  policy: Policy,
  usersConfig: Fields,
  request: Request,
): Promise<OpenedThread> {
  const common: Fields = {
    cwd: config.workspacePath,
    approvalPolicy: policy.approvalPolicy,
    approvalsReviewer: 'user',
    sandbox: 'read-only',
    ...given('model', config.model),
    ...given('developerInstructions', config.systemPromptOverlay),
    config: {
      // Lets it ask people a question in any mode, which by default only its plan mode can.
      'features.default_mode_request_user_input': true,
      mcp_servers: mcpServersOf(config.mcpServers ?? {}, usersConfig),
    },
  };
  const { resume } = config;
  if (resume === undefined) return opened(await request('thread/start', common), 'new');
  const method = resume.fork === true ? 'thread/fork' : 'thread/resume';
  const reply = await request(method, {
    ...common,
    threadId: resume.nativeSessionId,
    excludeTurns: true,
    ...given('lastTurnId', resume.at),
  });
  if (!reply.ok && reply.reason === 'refused') {
    throw new AgentAdapterError('PROTOCOL_VIOLATION', `Codex cannot go on with the session: ${reply.error.message}`, {
      detail: { resumeRefused: true },
    });
  }
  return opened(reply, 'resumed');
}

function opened(reply: RpcReply, session: 'new' | 'resumed'): OpenedThread {
  if (!reply.ok) {
    if (reply.reason === 'refused' && reply.error.message.includes('failed to load configuration')) {
      throw new AgentAdapterError('PROTOCOL_VIOLATION', reply.error.message, {
        detail: { fix: 'Correct `config.toml` of Codex on the host’s computer; `codex` shows the line.' },
      });
    }
    const message = reply.reason === 'refused' ? reply.error.message : reply.message;
    throw new AgentAdapterError(reply.reason === 'closed' ? 'PROCESS_CRASHED' : 'PROTOCOL_VIOLATION', message);
  }
  const settings = isFields(reply.result) ? reply.result : {};
  const threadId = textAt(fieldsAt(settings, 'thread'), 'id');
  if (threadId === undefined) throw new AgentAdapterError('PROTOCOL_VIOLATION', 'Codex named no thread.');
  return { threadId, session, settings };
}
