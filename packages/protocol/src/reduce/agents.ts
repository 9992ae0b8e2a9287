import type { Usage } from '../events.ts';
import type { AgentId, PromptId, StreamId, ToolId } from '../ids.ts';
import type { AgentState, NoticeItem } from '../state.ts';
import type { Draft } from './draft.ts';
import type { Reducers } from './reducers.ts';

const textItem = (streamId: StreamId) => `text:${streamId}`;
export const toolItem = (toolId: ToolId) => `tool:${toolId}`;

/** What was reported later replaces what was reported before; what was not reported stays. */
function mergeUsage(before: Usage, reported: Usage): Usage {
  const known = Object.fromEntries(Object.entries(reported).filter(([, value]) => value !== undefined));
  return { ...before, ...known };
}

const neverStarted = (agentId: AgentId, name: string): AgentState => ({
  agentId,
  provider: agentId,
  name,
  mode: 'ask',
  status: 'FAILED',
  session: 'new',
  unasked: [],
  capabilities: [],
  queue: [],
  plan: [],
  usage: {},
  rawCount: 0,
});

/** From where a copy goes on; what the prompt says is shown only to those who have it. */
function copyOf(draft: Draft, { agentId, promptId }: { agentId: AgentId; promptId?: PromptId | undefined }): string {
  const name = draft.state.agents[agentId]?.name ?? agentId;
  return promptId === undefined ? `, as a copy of ${name}` : `, as a copy of ${name} after an earlier prompt`;
}

function notice(
  draft: Draft,
  seq: number,
  atMs: number,
  rest: Pick<NoticeItem, 'code' | 'text' | 'afterPromptId'> & { level?: 'info' | 'warning' },
): void {
  draft.add({ kind: 'notice', id: `notice:${seq}`, seq, lastSeq: seq, atMs, level: 'info', ...rest });
}

export const agentReducers: Reducers<
  Extract<
    keyof Reducers,
    | `ai.agent.${string}`
    | `ai.stream.${string}`
    | `ai.tool.${string}`
    | 'ai.file.changed'
    | 'ai.plan.updated'
    | 'ai.usage.updated'
    | 'ai.error'
    | 'ai.status'
    | 'ai.raw.counted'
    | 'ai.artifact.created'
  >
> = {
  'ai.agent.started': (draft, { type: _, atMs: __, ...started }) => {
    const known = draft.state.agents[started.agentId];
    draft.state.agents = {
      ...draft.state.agents,
      [started.agentId]: {
        queue: [],
        plan: [],
        usage: {},
        rawCount: 0,
        ...known,
        ...started,
        status: 'READY',
        statusDetail: undefined,
        stopped: undefined,
      },
    };
  },
  'ai.agent.added': (draft, { agentId, provider, name, place, forkOf, by, atMs }, seq) => {
    const known = draft.state.agents[agentId] ?? neverStarted(agentId, name);
    draft.state.agents = {
      ...draft.state.agents,
      [agentId]: { ...known, provider, name, place, status: 'INITIALIZING', stopped: undefined },
    };
    const who = by === undefined ? '' : ` by ${draft.state.participants[by]?.name ?? 'somebody'}`;
    const where = place.kind === 'own' ? `, in a worktree on ${place.branch}` : ', in the same folder';
    const copy = forkOf === undefined ? '' : copyOf(draft, forkOf);
    notice(draft, seq, atMs, {
      code: 'agent_added',
      text: `${name} was added${who}${where}${copy}.`,
      ...(forkOf?.promptId !== undefined && { afterPromptId: forkOf.promptId }),
    });
  },
  'ai.agent.commands': (draft, { agentId, commands }) => draft.agent(agentId, () => ({ commands })),
  'ai.agent.status': (draft, { agentId, status, detail }) =>
    draft.agent(agentId, () => ({ status, statusDetail: detail })),
  'ai.agent.mode_changed': (draft, { agentId, mode, unasked, atMs }, seq) => {
    draft.agent(agentId, () => ({ mode, unasked }));
    const asks =
      unasked.length === 0 ? 'The agent asks before it acts.' : `The agent does without asking: ${unasked.join('; ')}.`;
    const text = mode === 'act' ? 'The agent now acts without asking.' : asks;
    const level = mode === 'act' || unasked.length > 0 ? 'warning' : 'info';
    notice(draft, seq, atMs, { code: `mode_${mode}`, text, level });
  },
  'ai.agent.model_changed': (draft, { agentId, model }) => draft.agent(agentId, () => ({ model })),
  'ai.agent.effort_changed': (draft, { agentId, effort }) => draft.agent(agentId, () => ({ effort })),
  'ai.agent.stopped': (draft, { agentId, reason, name }) => {
    if (draft.state.agents[agentId] === undefined && name !== undefined)
      draft.state.agents = { ...draft.state.agents, [agentId]: neverStarted(agentId, name) };
    draft.agent(agentId, () => ({ status: 'TERMINATED', stopped: reason, runningPromptId: undefined }));
  },
  'ai.stream.interrupted': (draft, { promptId, reason }, seq) =>
    draft.change('prompt', `prompt:${promptId}`, seq, () => ({ reason })),
  'ai.stream.start': (draft, { agentId, promptId, streamId, reasoning, parentToolId, atMs }, seq) =>
    draft.add({
      kind: reasoning ? 'reasoning' : 'text',
      id: textItem(streamId),
      seq,
      lastSeq: seq,
      atMs,
      agentId,
      promptId,
      streamId,
      parentToolId,
      state: 'streaming',
    }),
  'ai.stream.end': (draft, event, seq) => {
    const { agentId, promptId, streamId, reasoning, parentToolId, content, incomplete, durationMs, atMs } = event;
    const kind = reasoning ? 'reasoning' : 'text';
    const state = incomplete ? 'incomplete' : 'ended';
    // A block may come whole, without a start (a retry that was not streamed).
    if (draft.find(textItem(streamId)) === undefined)
      draft.add({
        kind,
        id: textItem(streamId),
        seq,
        lastSeq: seq,
        atMs,
        agentId,
        promptId,
        streamId,
        parentToolId,
        state,
        content,
        durationMs,
      });
    else draft.change(kind, textItem(streamId), seq, () => ({ state, content, durationMs }));
  },
  'ai.stream.retracted': (draft, { streamIds }, seq) => {
    for (const streamId of streamIds) {
      draft.change('text', textItem(streamId), seq, () => ({ state: 'retracted', content: undefined }));
      draft.change('reasoning', textItem(streamId), seq, () => ({ state: 'retracted', content: undefined }));
    }
  },
  'ai.tool.started': (draft, { agentId, promptId, toolId, toolName, kind, title, input, parentToolId, atMs }, seq) =>
    draft.add({
      kind: 'tool',
      id: toolItem(toolId),
      seq,
      lastSeq: seq,
      atMs,
      agentId,
      promptId,
      toolId,
      toolName,
      toolKind: kind,
      title,
      input,
      parentToolId,
      status: 'running',
    }),
  'ai.tool.updated': (draft, { toolId, title, input }, seq) =>
    draft.change('tool', toolItem(toolId), seq, () => ({ title, input })),
  'ai.tool.ended': (draft, { toolId, status, output, exitCode, durationMs }, seq) =>
    draft.change('tool', toolItem(toolId), seq, () => ({ status, output, exitCode, durationMs })),
  'ai.file.changed': (draft, { type: _, atMs, ...change }, seq) =>
    draft.add({ kind: 'file', id: `file:${seq}`, seq, lastSeq: seq, atMs, ...change }),
  'ai.plan.updated': (draft, { agentId, promptId, entries, atMs }, seq) => {
    draft.agent(agentId, () => ({ plan: entries }));
    // One plan card per turn, kept up to date in its place.
    const id = `plan:${promptId ?? agentId}`;
    if (draft.find(id) === undefined)
      draft.add({ kind: 'plan', id, seq, lastSeq: seq, atMs, agentId, promptId, entries });
    else draft.change('plan', id, seq, () => ({ entries }));
  },
  'ai.usage.updated': (draft, { agentId, usage }) =>
    draft.agent(agentId, (agent) => ({ usage: mergeUsage(agent.usage, usage) })),
  'ai.error': (draft, { type: _, atMs, ...error }, seq) =>
    draft.add({ kind: 'error', id: `error:${seq}`, seq, lastSeq: seq, atMs, ...error }),
  'ai.status': (draft, { agentId, promptId, code, text, atMs }, seq) =>
    draft.add({
      kind: 'notice',
      id: `notice:${seq}`,
      seq,
      lastSeq: seq,
      atMs,
      level: 'info',
      code,
      text,
      agentId,
      promptId,
    }),
  'ai.raw.counted': (draft, { agentId, total }) => draft.agent(agentId, () => ({ rawCount: total })),
  'ai.artifact.created': (draft, { agentId, promptId, displayName, atMs }, seq) =>
    draft.add({
      kind: 'notice',
      id: `notice:${seq}`,
      seq,
      lastSeq: seq,
      atMs,
      level: 'info',
      code: 'artifact',
      text: displayName,
      agentId,
      promptId,
    }),
};
