import { describe, expect, it } from 'vitest';
import { mockFactory } from './drivers/mock/index.ts';
import type { AdapterFactory, AgentDetection } from './port.ts';
import { AgentAdapterRegistry, firstHealthy } from './registry.ts';

const named = (provider: string, detect: () => Promise<AgentDetection>): AdapterFactory => ({
  ...mockFactory(),
  provider,
  detect,
});

describe('the registry of agents', () => {
  it('makes an adapter by its provider and names the known ones where there is none', () => {
    const registry = new AgentAdapterRegistry();
    registry.register(mockFactory());
    expect(registry.create('mock', 'a1')).toMatchObject({ id: 'a1', provider: 'mock', status: 'UNINITIALIZED' });
    expect(() => registry.create('nobody', 'a2')).toThrow('There is no agent called "nobody". Known: mock.');
    expect(() => registry.register(mockFactory())).toThrow(/already/);
  });

  it('finds the first that is installed and not logged out, and lives with one that cannot be asked', async () => {
    const registry = new AgentAdapterRegistry();
    registry.register(named('broken', () => Promise.reject(new Error('no'))));
    registry.register(named('absent', async () => ({ installed: false })));
    registry.register(named('logged-out', async () => ({ installed: true, loggedIn: false })));
    registry.register(named('unknown', async () => ({ installed: true })));
    const detected = await registry.detectAll({});
    expect(detected.map(({ detection }) => detection.installed)).toEqual([false, false, true, true]);
    expect(firstHealthy(detected)?.factory.provider).toBe('unknown');
    expect(firstHealthy([])).toBeUndefined();
  });
});
