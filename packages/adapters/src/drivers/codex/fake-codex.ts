import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FakeCli } from '../../fake-cli.ts';

/** The fake Codex of the fixtures, with a folder of its own. For tests only. */
export class FakeCodex extends FakeCli {
  constructor(faults: readonly string[] = []) {
    super('codex.mjs', faults);
  }

  /** A rule file of the user. */
  addRules(text: string): void {
    const folder = join(this.folder, '.codex', 'rules');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'default.rules'), text);
  }

  /** Every line that it was sent. */
  received(): Array<Record<string, unknown>> {
    return this.lines('received.jsonl');
  }

  /** What it was answered to its requests. */
  answers(): Array<Record<string, unknown>> {
    return this.lines('answers.jsonl');
  }
}
