import { scenarios } from '@collagility/fixtures/agents/claude/scenarios.ts';
import { openWorkspace } from '@collagility/fixtures/agents/claude/workspace.ts';
import { type ContractWorld, runAdapterContract } from '../../contract-tests/index.ts';
import { emptied } from '../../fake-contract.ts';
import { fieldsAt, textAt } from '../../fields.ts';
import { ClaudeAdapter } from './adapter.ts';
import { FakeClaude } from './fake-claude.ts';
import { claudeRow } from './row.ts';
import { endOfParticipantText } from './wire.ts';

let adapterCount = 0;

async function open(approvalWay: 'stdio' | 'mcp'): Promise<ContractWorld> {
  const workspace = openWorkspace();
  const fake = new FakeClaude(approvalWay === 'mcp' ? ['no-control'] : []);
  const adapters: ClaudeAdapter[] = [];
  const ownTexts = (texts: string[]) => texts.filter((text) => text !== endOfParticipantText);
  return {
    ...workspace,
    config: { workspacePath: workspace.folder, binaryPath: fake.binaryPath },
    create() {
      adapterCount += 1;
      const adapter = new ClaudeAdapter(`claude-${adapterCount}`, { environment: fake.environment, approvalWay });
      adapters.push(adapter);
      return adapter;
    },
    async script(name) {
      fake.addTurn(scenarios[name]?.(workspace.folder) ?? []);
      return `play ${name}`;
    },
    promptsSeen: () => fake.prompts().map(({ texts }) => ownTexts(texts).at(-1) ?? ''),
    remembered: () => (fake.prompts().at(-1)?.history.length ?? 0) > 0,
    earlierPrompts: () => fake.prompts().at(-1)?.history.length ?? 0,
    systemPromptSeen: () =>
      fake
        .received()
        .flatMap((line) => textAt(fieldsAt(line, 'request'), 'appendSystemPrompt') ?? [])
        .at(-1) ?? '',
    command: { text: '/clear', hasRun: () => fake.hasRunCommand('/clear') },
    tidy: async () => emptied(workspace.folder),
    async close() {
      await Promise.all(adapters.map((adapter) => adapter.terminate()));
      fake.remove();
      workspace.remove();
    },
  };
}

runAdapterContract('Claude Code (fake)', { row: claudeRow, open: () => open('stdio') });
