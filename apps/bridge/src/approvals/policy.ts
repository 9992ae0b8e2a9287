import type { ToolCall } from '@collagility/adapters/port';
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
  if (call.kind === 'execute') return isLookingCommand(call.arguments, places);
  return classes.every((found) => found === 'read');
}

/** What a shell command may hold beside the command itself. */
const remarks = new Set(['command', 'description', 'timeout']);
/** Words without any meaning of their own to a shell: no quotes, patterns, variables or second commands. */
const plainWords = /^[\w./@=,+-]+(?: +[\w./@=,+-]+)*$/;
const lookingCommands = new Set(['ls', 'pwd', 'cat', 'head', 'tail', 'wc', 'stat', 'file', 'du']);
const lookingGit = /^git (?:status|log|diff|show|branch --show-current|rev-parse)(?: |$)/;
/** Git's options that write, or run what a configuration names. */
const gitThatActs = /(?:^| )--(?:output|ext-diff|textconv|exec|open-files-in-pager|show-signature)/;

function isLookingCommand(input: Record<string, unknown>, places: RiskPlaces): boolean {
  const { command } = input;
  if (typeof command !== 'string' || Object.keys(input).some((name) => !remarks.has(name))) return false;
  if (!plainWords.test(command)) return false;
  const [name = '', ...words] = command.split(/ +/);
  const isGit = lookingGit.test(command) && !gitThatActs.test(command);
  if (!isGit && !lookingCommands.has(name)) return false;
  // Every word may be a file, also one that leads elsewhere as a link.
  return words
    .flatMap((word) => word.split('='))
    .every((path) => classifyRisk({ kind: 'read', arguments: { path } }, places).classes.join() === 'read');
}
