import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AdapterFactory, IAgentAdapter } from '@collagility/adapters/port';
import type { ModelStep } from '@collagility/fixtures/agents/claude/model-step.ts';
import type { ModelServer } from '../model-servers/scripted-http.ts';

type Started = { environment: Record<string, string>; onProcessStarted(record: { pid: number }): void };

export interface RealWorldOptions<Options> {
  agent: string;
  model: ModelServer;
  home: string;
  environment: Record<string, string>;
  workspace: { folder: string; remove(): void };
  scenarios: Readonly<Record<string, (folder: string) => ModelStep[]>>;
  factory(started: Started, options: Options): AdapterFactory;
  /** Where what starts the agent lives on beside it, only the end of the whole group is a crash of the agent. */
  diesAsGroup?: boolean;
  /** What it was once allowed to write it writes unasked from then on, so that it is no agent for another test. */
  keepsFiles?: boolean;
}

let adapterCount = 0;

/** What the worlds of all real agents share: adapters that are ended with it, its script, its crash. */
export function realWorld<Options>(options: RealWorldOptions<Options>) {
  const { agent, model, home, environment, workspace, scenarios, factory, diesAsGroup, keepsFiles } = options;
  const adapters: IAgentAdapter[] = [];
  let lastPid: number | undefined;
  const onProcessStarted = ({ pid }: { pid: number }) => {
    lastPid = pid;
  };
  return {
    model,
    home,
    environment,
    create(own: Options): IAgentAdapter {
      adapterCount += 1;
      const adapter = factory({ environment, onProcessStarted }, own).create(`${agent}-${adapterCount}`);
      adapters.push(adapter);
      return adapter;
    },
    async script(name: string): Promise<string> {
      model.clear();
      model.addTurn(scenarios[name]?.(workspace.folder) ?? []);
      return `play ${name}`;
    },
    lastPid: () => lastPid,
    die(): void {
      if (lastPid !== undefined) process.kill(diesAsGroup === true ? -lastPid : lastPid, 'SIGKILL');
    },
    async tidy(): Promise<boolean> {
      // What begins with a dot is the agent’s own: its history, its settings. So are the notes that OpenClaw keeps.
      const left = readdirSync(workspace.folder).filter((name) => !/^\.|\.md$/.test(name));
      for (const name of left) rmSync(join(workspace.folder, name), { recursive: true, force: true, maxRetries: 5 });
      return left.length === 0 || keepsFiles !== true;
    },
    /** Ends its agents. */
    async end(): Promise<void> {
      await Promise.all(adapters.map((adapter) => adapter.terminate()));
    },
    async close(): Promise<void> {
      await this.end();
      await model.close();
      workspace.remove();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
