import { mockFactory } from '@collagility/adapters/drivers/mock';
import { AgentAdapterRegistry } from '@collagility/adapters/registry';

/** The agents of this bridge. The one place that knows drivers by name. */
export function createRegistry(): AgentAdapterRegistry {
  const registry = new AgentAdapterRegistry();
  registry.register(mockFactory());
  return registry;
}
