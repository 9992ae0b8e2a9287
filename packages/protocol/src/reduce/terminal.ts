import type { AgentState } from '../state.ts';
import type { Reducers } from './reducers.ts';

const nothingYet: NonNullable<AgentState['terminal']> = { columns: 80, rows: 24, isRunning: false };

export const terminalReducers: Reducers<Extract<keyof Reducers, `ai.terminal.${string}`>> = {
  'ai.terminal.started': (draft, { agentId, columns, rows }) =>
    draft.agent(agentId, () => ({ terminal: { columns, rows, isRunning: true } })),
  'ai.terminal.resized': (draft, { agentId, columns, rows }) =>
    draft.agent(agentId, ({ terminal = nothingYet }) => ({ terminal: { ...terminal, columns, rows } })),
  'ai.terminal.typed': (draft, { agentId, by, atMs }, seq) => {
    draft.agent(agentId, ({ terminal = nothingYet }) => ({ terminal: { ...terminal, typed: { by, atMs } } }));
    const id = `people:${seq}`;
    const name = draft.state.participants[by]?.name ?? '';
    draft.add({ kind: 'people', id, seq, lastSeq: seq, atMs, what: 'typed_in_terminal', participantId: by, name });
  },
  'ai.terminal.ended': (draft, { agentId, exitCode, signal, columns, rows, screen, atMs }) =>
    draft.agent(agentId, ({ terminal = nothingYet }) => ({
      terminal: {
        ...terminal,
        columns,
        rows,
        isRunning: false,
        ended: { atMs, screen, ...(exitCode !== undefined && { exitCode }), ...(signal !== undefined && { signal }) },
      },
    })),
};
