/** Run by crash.test.ts: appends until it is killed, and says after each commit what must be on disk. */
import { writeSync } from 'node:fs';
import { appendTestEvents, appendTestTurn, openTestJournal } from './test-journal.ts';

const [path = '', kind] = process.argv.slice(2);
const journal = openTestJournal(path);
for (let size = 1; ; size = (size * 7 + 13) % 9_000) {
  if (kind === 'turns') appendTestTurn(journal, (size % 7) + 1, size);
  else appendTestEvents(journal, (size % 4) + 1, 2, size);
  writeSync(1, `${journal.store.head().seq}\n`);
}
