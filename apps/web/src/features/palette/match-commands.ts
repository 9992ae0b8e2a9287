/**
 * The commands that fit what was typed, best first: every letter must come in its order; letters at the beginning of a
 * word, and next to each other, count more.
 */
export function matchCommands<T extends { label: string }>(commands: readonly T[], typed: string): T[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return [...commands];
  return commands
    .map((command) => ({ command, score: scoreOf(command.label.toLowerCase(), wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ command }) => command);
}

function scoreOf(label: string, wanted: string): number {
  if (label.includes(wanted)) return 1000 - label.indexOf(wanted);
  let score = 0;
  let at = 0;
  let last = -2;
  for (const letter of wanted) {
    if (letter === ' ') continue;
    const found = label.indexOf(letter, at);
    if (found === -1) return 0;
    score += 1 + (found === last + 1 ? 4 : 0) + (found === 0 || label[found - 1] === ' ' ? 6 : 0);
    last = found;
    at = found + 1;
  }
  return score;
}
