import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ModelStep } from '@collagility/fixtures/agents/claude/model-step.ts';
import { isFields, textAt, textsAt } from './fields.ts';

/** The error of an agent's own protocol, in the place of one of its model. */
type Step = Omit<ModelStep, 'error'> & { error?: { code: number; message: string; data?: unknown } };

/** One of the fake programs of the fixtures, with a folder of its own. For tests only. */
export class FakeCli {
  readonly binaryPath: string;
  readonly environment: Record<string, string>;
  readonly folder = mkdtempSync(join(tmpdir(), 'fake-cli-'));

  constructor(name: string, faults: readonly string[] = []) {
    this.binaryPath = createRequire(import.meta.url).resolve(`@collagility/fixtures/fake-clis/${name}`);
    this.environment = {
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: this.folder,
      FAKE_DIR: this.folder,
      FAKE_FAULTS: faults.join(','),
    };
  }

  /** What the model answers in the next turn that has no script yet. */
  addTurn(steps: ReadonlyArray<ModelStep | Step>): void {
    const file = join(this.folder, 'script.json');
    const turns: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
    writeFileSync(file, JSON.stringify([...(Array.isArray(turns) ? turns : []), steps]));
  }

  /** Every prompt with what was before it in its session. */
  prompts(): Array<{ text: string; texts: string[]; history: unknown[]; line: Record<string, unknown> }> {
    return this.lines('prompts.jsonl').map((line) => ({
      text: textsAt(line, 'texts').at(-1) ?? '',
      texts: textsAt(line, 'texts'),
      history: Array.isArray(line['history']) ? line['history'] : [],
      line,
    }));
  }

  systemPrompt(): string {
    return textAt(this.prompts().at(-1)?.line ?? {}, 'systemPrompt') ?? '';
  }

  /** The names of the files in the last prompt. */
  contextFiles(): string[] {
    const text = (this.prompts().at(-1)?.texts ?? []).join('\n');
    return [...text.matchAll(/^(?:<file name="|See the file )([^",]+?)(?:[",]|\.$)/gm)].map(([, name]) => name ?? '');
  }

  hasRunCommand(text: string): boolean {
    return this.textLines('commands.log').includes(text);
  }

  lines(name: string): Array<Record<string, unknown>> {
    return this.textLines(name)
      .map((line): unknown => JSON.parse(line))
      .filter(isFields);
  }

  textLines(name: string): string[] {
    return this.#text(name)
      .split('\n')
      .filter((line) => line !== '');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #text(name: string): string {
    const file = join(this.folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }
}
