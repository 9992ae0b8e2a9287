export { type AgentCommand, AgentLines, type LineNews } from './agent-lines.ts';
export { endTree, findSurvivors, type ProcessRecord } from './end-tree.ts';
export { agentEnvironment } from './environment.ts';
export { findBinary } from './find-binary.ts';
export { loadPty, type PtyModule } from './load-pty.ts';
export { type BinaryProbe, type BinaryResolution, resolveBinary } from './resolve-binary.ts';
export { type RunBytesOptions, type RunBytesResult, runBytes } from './run-bytes.ts';
export { type RunOnceResult, runOnce } from './run-once.ts';
export {
  type AgentProcess,
  type AgentProcessOptions,
  type ProcessExit,
  spawnAgent,
  type WriteOutcome,
} from './spawn-agent.ts';
export { type PtyProcess, type PtyProcessOptions, spawnPty } from './spawn-pty.ts';
