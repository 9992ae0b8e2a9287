import { runErrorTable } from './error-table.ts';
import { openRealAcp, realFactory } from './real-acp.ts';
import { realAgents } from './real-agents.ts';

/** The error table of a real agent that speaks the Agent Client Protocol. */
export function runRealErrors(agent: string): void {
  const real = realAgents[agent];
  if (real === undefined) throw new Error(`"${agent}" cannot be run here.`);
  // A server that runs beside the agent keeps in mind what a provider did, and asks it no more for a while.
  const isForgetful = real.serve === undefined;
  runErrorTable(realFactory(agent).row, real.api, () => openRealAcp(agent), isForgetful);
}
