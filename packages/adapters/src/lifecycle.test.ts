import { describe, expect, it } from 'vitest';
import {
  initialLifecycle,
  type LifecycleInput,
  type LifecycleState,
  lifecycleEdges,
  stepLifecycle,
} from './lifecycle.ts';
import type { AdapterStatus } from './port.ts';

function walk(...inputs: LifecycleInput[]): LifecycleState {
  let state = initialLifecycle;
  for (const input of inputs) {
    const next = stepLifecycle(state, input);
    if (next === undefined) throw new Error(`${input} is illegal in ${state.status}`);
    state = next;
  }
  return state;
}

describe('the life cycle of an adapter', () => {
  it('waits while any of several approvals is open', () => {
    const two = walk('initialize', 'started', 'sendPrompt', 'approvalOpened', 'approvalOpened');
    expect(two.status).toBe('WAITING_FOR_TOOL_APPROVAL');
    const one = stepLifecycle(two, 'approvalClosed');
    expect(one?.status).toBe('WAITING_FOR_TOOL_APPROVAL');
    expect(one && stepLifecycle(one, 'approvalClosed')?.status).toBe('EXECUTING');
  });

  it('closes every request with the turn, the interrupt and the crash', () => {
    for (const end of ['turnEnded', 'interrupt', 'crashed', 'terminate'] as const) {
      const state = walk('initialize', 'started', 'sendPrompt', 'approvalOpened', end);
      expect(state.openApprovals).toBe(0);
    }
  });

  it('refuses an answer where nothing was asked', () => {
    expect(stepLifecycle(walk('initialize', 'started', 'sendPrompt'), 'approveTool')).toBeUndefined();
    expect(stepLifecycle(walk('initialize', 'started'), 'approvalClosed')).toBeUndefined();
  });

  it('starts again after a crash and never after the end', () => {
    expect(walk('initialize', 'started', 'crashed', 'initialize', 'started').status).toBe('READY');
    expect(stepLifecycle(walk('terminate', 'terminated'), 'initialize')).toBeUndefined();
  });

  it('can be ended from every state, and every state can be reached', () => {
    const all = Object.keys(lifecycleEdges);
    const reached = new Set<AdapterStatus>(['WAITING_FOR_TOOL_APPROVAL']);
    for (const edges of Object.values(lifecycleEdges)) {
      expect(edges.terminate).toBeDefined();
      for (const next of Object.values(edges)) reached.add(next);
    }
    expect([...reached, 'UNINITIALIZED'].sort()).toEqual(all.sort());
  });
});
