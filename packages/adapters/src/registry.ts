import { AgentAdapterError } from './errors.ts';
import type { AdapterFactory, AgentDetection, IAgentAdapter } from './port.ts';

export type DetectedAgent = { factory: AdapterFactory; detection: AgentDetection };

/** The agents that can be chosen. Built-in drivers and plugins enter by the same door. */
export class AgentAdapterRegistry {
  readonly #factories = new Map<string, AdapterFactory>();

  register(factory: AdapterFactory): void {
    if (this.#factories.has(factory.provider)) {
      throw new AgentAdapterError('ILLEGAL_STATE', `An agent called "${factory.provider}" is there already.`);
    }
    this.#factories.set(factory.provider, factory);
  }

  /** In the order in which they were registered. */
  all(): AdapterFactory[] {
    return [...this.#factories.values()];
  }

  find(provider: string): AdapterFactory | undefined {
    return this.#factories.get(provider);
  }

  create(provider: string, id: string): IAgentAdapter {
    const factory = this.#factories.get(provider);
    if (factory !== undefined) return factory.create(id);
    const known = [...this.#factories.keys()].join(', ');
    throw new AgentAdapterError('PROVIDER_NOT_FOUND', `There is no agent called "${provider}". Known: ${known}.`);
  }

  /** What is installed and logged in, asked of all at once; one that fails to answer counts as not installed. */
  detectAll(environment: Record<string, string | undefined>): Promise<DetectedAgent[]> {
    return Promise.all(
      this.all().map(async (factory) => {
        try {
          return { factory, detection: await factory.detect(environment) };
        } catch (error) {
          const detail = error instanceof Error ? error.message : 'It could not be asked.';
          return { factory, detection: { installed: false, detail } };
        }
      }),
    );
  }
}

/** The first installed agent that is not known to be logged out; `undefined` if there is none. */
export function firstHealthy(agents: readonly DetectedAgent[]): DetectedAgent | undefined {
  return agents.find(({ detection }) => detection.installed && detection.loggedIn !== false);
}
