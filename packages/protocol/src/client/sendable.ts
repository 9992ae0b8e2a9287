import type { Command } from '../commands.ts';
import type { Unsigned } from './signed-command.ts';

const halves = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * The command with text that every agent can be given: a paste out of a program or a damaged file brings NUL characters
 * and halves of characters along, which nobody sees and the host refuses. Keys of a terminal stay as they are.
 */
export function sendable(unsigned: Unsigned<Command>): Unsigned<Command> {
  if (!('text' in unsigned) || typeof unsigned.text !== 'string') return unsigned;
  const text = unsigned.text.replaceAll('\0', '').replace(halves, '\ufffd');
  return text === unsigned.text ? unsigned : { ...unsigned, text };
}
