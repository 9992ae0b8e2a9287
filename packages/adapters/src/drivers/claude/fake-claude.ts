import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ModelStep } from '@collagility/fixtures/agents/claude/model-step.ts';
import { isFields, textsAt } from '../../fields.ts';

/** The fake Claude Code of the fixtures, with a folder of its own. For tests only. */
export class FakeClaude {
  readonly binaryPath = createRequire(import.meta.url).resolve('@collagility/fixtures/fake-clis/claude.mjs');
  readonly environment: Record<string, string>;
  readonly #folder = mkdtempSync(join(tmpdir(), 'fake-claude-'));

  constructor(faults: readonly string[] = []) {
    this.environment = {
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: this.#folder,
      FAKE_CLAUDE_DIR: this.#folder,
      FAKE_CLAUDE_FAULTS: faults.join(','),
    };
  }

  /** What the model answers in the next turn that has no script yet. */
  addTurn(steps: readonly ModelStep[]): void {
    const file = join(this.#folder, 'script.json');
    const turns: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
    writeFileSync(file, JSON.stringify([...(Array.isArray(turns) ? turns : []), steps]));
  }

  /** The texts of every prompt, and of the prompts before it in its session. */
  prompts(): Array<{ texts: string[]; history: string[][] }> {
    return this.#lines('prompts.jsonl').map((line) => ({
      texts: textsAt(line, 'texts'),
      history: (Array.isArray(line['history']) ? line['history'] : []).filter(Array.isArray),
    }));
  }

  /** Every line that it was sent. */
  received(): Array<Record<string, unknown>> {
    return this.#lines('received.jsonl');
  }

  hasRunCommand(text: string): boolean {
    const file = join(this.#folder, 'commands.log');
    return existsSync(file) && readFileSync(file, 'utf8').split('\n').includes(text);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #lines(name: string): Array<Record<string, unknown>> {
    const file = join(this.#folder, name);
    if (!existsSync(file)) return [];
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line): unknown => JSON.parse(line))
      .filter(isFields);
  }
}
