import type { Terminal } from '@xterm/xterm';

/** What asks a terminal something, by the end of its sequence: device, status, mode, version, window, settings. */
const questions = [
  { final: 'c' },
  { prefix: '>', final: 'c' },
  { prefix: '=', final: 'c' },
  { final: 'n' },
  { prefix: '?', final: 'n' },
  { intermediates: '$', final: 'p' },
  { prefix: '?', intermediates: '$', final: 'p' },
  { prefix: '>', final: 'q' },
  { final: 't' },
  { prefix: '?', final: 'u' },
] as const;
/** Colours are asked for by the sequences that set them; the clipboard is nobody's business. */
const commands = [4, 5, 10, 11, 12, 52, 104, 110, 111, 112];

/**
 * A terminal's answers look like keys, and here keys go to the host's computer. The host never sends what asks, but what
 * is drawn first was not vouched for yet.
 */
export function answerNothing({ parser }: Pick<Terminal, 'parser'>): void {
  const done = () => true;
  for (const question of questions) parser.registerCsiHandler(question, done);
  for (const command of commands) parser.registerOscHandler(command, done);
  for (const prefix of ['$', '+']) parser.registerDcsHandler({ intermediates: prefix, final: 'q' }, done);
}
