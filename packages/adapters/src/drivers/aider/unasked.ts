import type { Fields } from '../../fields.ts';

/** What the user's own settings let it do beyond what is asked about; in words for the room. */
export function unaskedOf(started: Fields): string[] {
  const found: string[] = [];
  if (started['auto_commits'] === true) found.push('git commits of the edits that were allowed');
  if (started['auto_lint'] === true) found.push('the lint command of Aider’s settings after an edit');
  if (started['auto_test'] === true) found.push('the test command of Aider’s settings after an edit');
  return found;
}
