import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ModelStep } from '@collagility/fixtures/agents/claude/model-step.ts';
import { installed } from '../agents/installed.ts';
import { startModelServer } from '../model-servers/anthropic.ts';

export type PicturedClaude = {
  environment: Record<string, string>;
  /** What the model answers in the next turn. */
  addTurn(steps: ModelStep[]): void;
  close(): Promise<void>;
};

const system = `${dirname(process.execPath)}:/usr/bin:/bin`;
const fake = join(import.meta.dirname, '../../fixtures/fake-clis/claude.mjs');

/** The real program, where `npm run test:agents -- claude` has put it; else, or with PICTURES_AGENT=fake, the one of the tests. */
export async function openPicturedClaude(folder: string): Promise<PicturedClaude> {
  if (process.env['PICTURES_AGENT'] !== 'fake' && existsSync(installed('claude'))) return openReal();
  mkdirSync(folder, { recursive: true });
  const program = join(folder, 'claude');
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${fake}" "$@"\n`);
  chmodSync(program, 0o755);
  const script = join(folder, 'script.json');
  return {
    environment: { PATH: `${folder}:${system}`, ANTHROPIC_API_KEY: 'dummy', FAKE_CLAUDE_DIR: folder },
    addTurn(steps) {
      const turns = existsSync(script) ? JSON.parse(readFileSync(script, 'utf8')) : [];
      writeFileSync(script, JSON.stringify([...turns, steps]));
    },
    close: async () => undefined,
  };
}

async function openReal(): Promise<PicturedClaude> {
  const model = await startModelServer();
  return {
    environment: {
      PATH: `${dirname(installed('claude'))}:${system}`,
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: 'dummy',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
    },
    addTurn: (steps) => model.addTurn(steps),
    close: () => model.close(),
  };
}
