import type { AgentAdapterRegistry } from '@collagility/adapters/registry';
import { BridgeError } from './bridge-error.ts';
import type { OtherAgents } from './session/agent-places.ts';
import { openWorktree, worktreeNameOf } from './workspace/worktree.ts';

/** Agents beside the one that the room was started with: those of the registry, each in a worktree of its own. */
export function otherAgents(options: {
  registry: AgentAdapterRegistry;
  /** Real path of the shared folder. */
  folder: string;
  environment: Readonly<Record<string, string | undefined>>;
}): OtherAgents {
  const { registry, folder, environment } = options;
  return {
    list: async () =>
      (await registry.detectAll(environment)).map(({ factory, detection }) => {
        const { installed, loggedIn, version, fix } = detection;
        return {
          provider: factory.provider,
          name: factory.name,
          installed,
          ...(loggedIn !== undefined && { loggedIn }),
          ...(version !== undefined && { version }),
          ...(fix !== undefined && { fix }),
        };
      }),
    ownFolder: async (agentId) => {
      try {
        return await openWorktree({ folder, name: worktreeNameOf(agentId), environment });
      } catch (error) {
        if (error instanceof BridgeError) return { refusal: error.message };
        throw error;
      }
    },
  };
}
