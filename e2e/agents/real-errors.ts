import { afterAll } from 'vitest';
import { leaveLastingPlaces } from './acp-place.ts';
import { runErrorTable } from './error-table.ts';
import { openRealAcp, realFactory } from './real-acp.ts';
import { realAgents } from './real-agents.ts';

/** The error table of a real agent that speaks the Agent Client Protocol. */
export function runRealErrors(agent: string): void {
  const real = realAgents[agent];
  if (real === undefined) throw new Error(`"${agent}" cannot be run here.`);
  afterAll(leaveLastingPlaces, 30_000);
  // In one place there is one model.
  const isSerial = real.serve !== undefined;
  runErrorTable(realFactory(agent).row, real.api, () => openRealAcp(agent), isSerial);
}
