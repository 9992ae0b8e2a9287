import { claudeFactory } from '@collagility/adapters/drivers/claude';
import { codexFactory } from '@collagility/adapters/drivers/codex';
import { mockFactory } from '@collagility/adapters/drivers/mock';
import type { ProcessRecord } from '@collagility/adapters/process';
import { AgentAdapterRegistry } from '@collagility/adapters/registry';

/** The agents of this bridge, the preferred ones first. The one place that knows drivers by name. */
export function createRegistry(
  onProcessStarted: (record: ProcessRecord) => void = () => undefined,
): AgentAdapterRegistry {
  const registry = new AgentAdapterRegistry();
  registry.register(claudeFactory({ onProcessStarted }));
  registry.register(codexFactory({ onProcessStarted }));
  registry.register(mockFactory());
  return registry;
}
