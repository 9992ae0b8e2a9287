import { acpCommandFactory, acpFactories, isAnyCommand } from '@collagility/adapters/drivers/acp';
import { agyFactory } from '@collagility/adapters/drivers/agy';
import { aiderFactory } from '@collagility/adapters/drivers/aider';
import { claudeFactory } from '@collagility/adapters/drivers/claude';
import { codexFactory } from '@collagility/adapters/drivers/codex';
import { codexExecFactory } from '@collagility/adapters/drivers/codex-exec';
import { mockFactory } from '@collagility/adapters/drivers/mock';
import { piFactory } from '@collagility/adapters/drivers/pi';
import { isTerminalCommand, terminalCommandFactory, terminalFactories } from '@collagility/adapters/drivers/terminal';
import type { ProcessRecord } from '@collagility/adapters/process';
import { AgentAdapterRegistry } from '@collagility/adapters/registry';

/**
 * The agents of this bridge, the preferred ones first. The one place that knows drivers by name. `named` is the agent
 * that was asked for: a command that no driver is called after (`acp:<command…>`, `terminal:<command…>`) becomes one.
 */
export function createRegistry(
  onProcessStarted: (record: ProcessRecord) => void = () => undefined,
  named?: string,
): AgentAdapterRegistry {
  const registry = new AgentAdapterRegistry();
  registry.register(claudeFactory({ onProcessStarted }));
  registry.register(codexFactory({ onProcessStarted }));
  for (const factory of acpFactories({ onProcessStarted })) registry.register(factory);
  registry.register(piFactory({ onProcessStarted }));
  registry.register(aiderFactory({ onProcessStarted }));
  registry.register(agyFactory({ onProcessStarted }));
  registry.register(codexExecFactory({ onProcessStarted }));
  if (named !== undefined && isAnyCommand(named)) registry.register(acpCommandFactory(named, { onProcessStarted }));
  for (const factory of terminalFactories({ onProcessStarted })) registry.register(factory);
  if (named !== undefined && isTerminalCommand(named)) {
    registry.register(terminalCommandFactory(named, { onProcessStarted }));
  }
  registry.register(mockFactory());
  return registry;
}
