import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ModelStep } from '@collagility/fixtures/agents/claude/model-step.ts';
import { required } from '../../capabilities.ts';
import { isFields, textsAt } from '../../fields.ts';
import type { AcpProfile } from './profile.ts';
import { acpRow } from './row.ts';

/** The fake agent as a profile; a test changes what it is about. */
export const fakeProfile: AcpProfile = {
  row: acpRow({
    provider: 'fake-acp',
    name: 'Fake ACP agent',
    credentialScope: 'none',
    differs: { fork: required('`session/fork`.') },
  }),
  start: { binaries: ['fake-acp'], arguments: [], installFix: 'Nothing to install.', loginFix: 'Log in.' },
  asking: { mode: 'default' },
  offers: { files: true, terminal: true },
  approvals: { reach: { always: { reach: 'permanent', words: 'For ever.' } } },
};

type Step = Omit<ModelStep, 'error'> & { error?: { code: number; message: string; data?: unknown } };

/** The fake ACP agent of the fixtures, with a folder of its own. For tests only. */
export class FakeAcp {
  readonly binaryPath = createRequire(import.meta.url).resolve('@collagility/fixtures/fake-clis/acp.mjs');
  readonly environment: Record<string, string>;
  readonly folder = mkdtempSync(join(tmpdir(), 'fake-acp-'));

  constructor(faults: readonly string[] = []) {
    this.environment = {
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: this.folder,
      FAKE_ACP_DIR: this.folder,
      FAKE_ACP_FAULTS: faults.join(','),
    };
  }

  /** What the model answers in the next turn that has no script yet. */
  addTurn(steps: ReadonlyArray<Step | ModelStep>): void {
    const file = join(this.folder, 'script.json');
    const turns: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
    writeFileSync(file, JSON.stringify([...(Array.isArray(turns) ? turns : []), steps]));
  }

  /** The texts of every prompt, and of the prompts before it in its session. */
  prompts(): Array<{ texts: string[]; history: unknown[] }> {
    return this.lines('prompts.jsonl').map((line) => ({
      texts: textsAt(line, 'texts'),
      history: Array.isArray(line['history']) ? line['history'] : [],
    }));
  }

  /** Every message that it was sent. */
  received(): Array<Record<string, unknown>> {
    return this.lines('received.jsonl');
  }

  /** Which options were chosen, as it understood them. */
  answers(): string[] {
    return this.#text('answers.log')
      .split('\n')
      .filter((line) => line !== '');
  }

  mcpServers(): unknown[] {
    return this.#text('mcp.jsonl')
      .split('\n')
      .filter((line) => line !== '')
      .flatMap((line): unknown => JSON.parse(line));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  lines(name: string): Array<Record<string, unknown>> {
    return this.#text(name)
      .split('\n')
      .filter((line) => line !== '')
      .map((line): unknown => JSON.parse(line))
      .filter(isFields);
  }

  #text(name: string): string {
    const file = join(this.folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }
}
