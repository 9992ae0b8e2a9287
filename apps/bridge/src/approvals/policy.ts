import type { ToolCall } from '@collagility/adapters/port';
import { isLookingCommand } from './looking-command.ts';
import { classifyRisk, type Risk, type RiskPlaces } from './risk.ts';

export type Verdict = 'deny' | 'ask';
type Call = Pick<ToolCall, 'kind' | 'arguments'>;

/** Deny before ask. Nothing is allowed here: what needs no asking is not asked for in the first place. */
export const policyOf = (risk: Risk): Verdict => (risk.isForbidden ? 'deny' : 'ask');

/**
 * A plain look into the workspace: shown to all and not asked for. Not one at a file that holds secrets, at anything
 * outside, or at what cannot be told for certain. A helper that the agent starts asks for each of its calls itself.
 */
export function isPlainLook(call: Call, places: RiskPlaces): boolean {
  const { classes, isForbidden } = classifyRisk(call, places);
  if (isForbidden) return false;
  if (call.kind === 'agent') return classes.every((found) => found === 'execute');
  if (call.kind === 'execute') return isShellLook(call.arguments, places);
  return classes.every((found) => found === 'read');
}

/** What a shell command may hold beside the command itself. */
const remarks = new Set(['command', 'description', 'timeout']);
/** Words without any meaning of their own to a shell: no quotes, patterns, variables or second commands. */
const plainWords = /^[\w./@=,+-]+(?: +[\w./@=,+-]+)*$/;

function isShellLook(input: Record<string, unknown>, places: RiskPlaces): boolean {
  const { command } = input;
  if (typeof command !== 'string' || Object.keys(input).some((name) => !remarks.has(name))) return false;
  if (!plainWords.test(command)) return false;
  const words = command.split(/ +/);
  if (!isLookingCommand(words)) return false;
  // Every word may be a file, also one that leads elsewhere as a link.
  return words
    .slice(1)
    .flatMap((word) => word.split('='))
    .every((path) => classifyRisk({ kind: 'read', arguments: { path } }, places).classes.join() === 'read');
}
