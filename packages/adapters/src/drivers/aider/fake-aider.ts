import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { acpScenarios, type ToolNames } from '@collagility/fixtures/agents/acp-scenarios.ts';
import type { ModelBlock, ModelStep } from '@collagility/fixtures/agents/claude/model-step.ts';
import { FakeCli } from '../../fake-cli.ts';

const call = (name: string, input: Record<string, unknown>): ModelBlock => ({ type: 'tool_use', name, input });

export const fakeTools: ToolNames = {
  shell: (command) => call('shell', { command }),
  write: (path, content) => call('write', { path, content }),
  edit: (path, oldText, newText) => call('edit', { path, oldText, newText }),
};

export const fakeScenarios: Readonly<Record<string, (folder: string) => ModelStep[]>> = {
  ...acpScenarios(fakeTools),
  question: () => [
    {
      content: [
        call('question', { question: 'Add file to the chat?', subject: 'other.py', options: ['yes', 'no', 'never'] }),
      ],
    },
  ],
};

/** An entry script of aider, as pip writes it, whose Python is the fake one. For tests only. */
export function fakeAider(faults: readonly string[] = []): FakeCli & { entryPath: string } {
  const fake = new FakeCli('aider-python.mjs', faults);
  const python = join(fake.folder, 'python3');
  symlinkSync(fake.binaryPath, python);
  const entryPath = join(fake.folder, 'aider');
  writeFileSync(entryPath, `#!${python}\nimport sys\nfrom aider.main import main\nsys.exit(main())\n`);
  chmodSync(entryPath, 0o755);
  return Object.assign(fake, { entryPath });
}
