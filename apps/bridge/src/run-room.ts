import type { ProcessRecord } from '@collagility/adapters/process';
import type { AgentAdapterRegistry } from '@collagility/adapters/registry';
import { chooseAgent } from './choose-agent.ts';
import type { RunOptions } from './cli/options.ts';
import type { Surroundings } from './commands/say.ts';
import { exposureOf } from './listeners/exposure.ts';
import type { DataDirectory } from './rooms/data-directory.ts';
import { openSharedFolder } from './shared-folder.ts';
import type { StopSignal } from './stop-signal.ts';

export type RunRoomOptions = {
  options: RunOptions;
  data: DataDirectory;
  webRoot: string;
  registryFor(onProcessStarted: (record: ProcessRecord) => void): AgentAdapterRegistry;
  surroundings: Surroundings;
  stop: StopSignal;
};

/** One room from its first look at the folder to its end. */
export async function runRoom({ options, registryFor, surroundings }: RunRoomOptions): Promise<void> {
  openSharedFolder(options.folder, process.cwd());
  exposureOf(options);
  await chooseAgent({
    detected: await registryFor(() => undefined).detectAll(surroundings.env),
    wanted: options.agent,
  });
}
