/** Run by crash.test.ts: appends until it is killed, and says after each commit what must be on disk. */
import { writeSync } from 'node:fs';
import { appendTestEvents, openTestJournal } from './test-journal.ts';

const journal = openTestJournal(process.argv[2] ?? '');
for (let size = 1; ; size = (size * 7 + 13) % 9_000) {
  appendTestEvents(journal, (size % 4) + 1, 2, size);
  writeSync(1, `${journal.store.head().seq}\n`);
}
