/** What a shell reads as more than one simple command, or as something computed. */
const shellMarks = /[;&|`<>\n\r(){}]|\$/;

/** One command and its arguments, nothing chained, redirected or computed. */
const isSimpleCommand = (command: string): boolean => !shellMarks.test(command);

/**
 * A rule is its exact text. A star is a pattern only in a rule that the host wrote (`rule`), stands for anything, and
 * never lets a second command ride along (B17).
 */
export function ruleMatches(rule: { scope: 'session' | 'rule'; match: string }, text: string): boolean {
  if (rule.match === text) return true;
  if (rule.scope !== 'rule' || !rule.match.includes('*') || !isSimpleCommand(text)) return false;
  const parts = rule.match.split('*');
  const [first = ''] = parts;
  const last = parts.at(-1) ?? '';
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found === -1 || found + part.length > text.length - last.length) return false;
    at = found + part.length;
  }
  return true;
}
