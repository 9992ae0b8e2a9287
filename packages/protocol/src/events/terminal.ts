import * as v from 'valibot';
import { agentId, BigText, count, participantId } from './shared.ts';

/** Of an agent that is a program in a terminal. Its bytes are ephemeral; its last screen is kept. */
export const terminalEvents = {
  'ai.terminal.started': v.object({ agentId, columns: count, rows: count }),
  'ai.terminal.resized': v.object({ agentId, columns: count, rows: count, by: v.optional(participantId) }),
  /** Somebody began to type in it; told once for a while of typing. */
  'ai.terminal.typed': v.object({ agentId, by: participantId }),
  /** `screen` draws the last screen on a terminal of that size, after redaction. */
  'ai.terminal.ended': v.object({
    agentId,
    exitCode: v.optional(v.number()),
    signal: v.optional(count),
    columns: count,
    rows: count,
    screen: BigText,
  }),
};
