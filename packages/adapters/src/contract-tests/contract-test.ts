import { it } from 'vitest';
import type { CapabilityKey } from '../capabilities.ts';
import type { AdapterInitResult, IAgentAdapter } from '../port.ts';
import { HandedOn } from './handed-on.ts';
import type { ContractScenario, ContractSetup, ContractWorld } from './setup.ts';

export type Needs = { scenarios?: ContractScenario[]; keys?: CapabilityKey[] };
type Skip = (note: string) => never;

type IdleAgent = { adapter: IAgentAdapter; first: AdapterInitResult };

/** One run of the contract: what it is of, and the agent that its tests hand on. */
export type ContractRun = ContractSetup & { readonly idle: HandedOn<IdleAgent> };

export const idleAgent = (open: () => Promise<ContractWorld>): HandedOn<IdleAgent> =>
  new HandedOn(open, {
    async open(world) {
      const adapter = world.create();
      return { adapter, first: await adapter.initialize(world.config) };
    },
    isAsBefore: ({ adapter }) => adapter.status === 'READY',
    end: ({ adapter }) => adapter.terminate(),
  });

/** Whether the matrix claims enough of this for its tests to run. */
export function isTried({ row, triesLimited = false }: ContractSetup, key: CapabilityKey): boolean {
  const { status } = row.expectations[key];
  return status === 'required' || (triesLimited && status === 'known_limitation');
}

/** One test in a world of its own. */
export function contractTest(
  run: ContractRun,
  title: string,
  needs: Needs,
  test: (world: ContractWorld, skip: Skip) => Promise<void>,
): void {
  namedTest(run, title, needs, async (skip) => {
    const world = await run.open();
    try {
      await test(world, skip);
    } finally {
      await world.close();
    }
  });
}

/** One test with an agent that is READY, and is so again at the end: it may be the one of the test before. */
export function agentTest(
  run: ContractRun,
  title: string,
  needs: Needs,
  test: (adapter: IAgentAdapter, world: ContractWorld, more: { first: AdapterInitResult; skip: Skip }) => Promise<void>,
): void {
  namedTest(run, title, needs, (skip) =>
    run.idle.lend(({ adapter, first }, world) => test(adapter, world, { first, skip })),
  );
}

/** What the driver says it cannot do is skipped by name, so that the report shows it. */
export function namedTest(run: ContractRun, title: string, needs: Needs, test: (skip: Skip) => Promise<void>): void {
  const missing = [
    ...(needs.scenarios ?? []).filter((name) => run.without?.[name] !== undefined).map((name) => run.without?.[name]),
    ...(needs.keys ?? []).filter((key) => !isTried(run, key)).map((key) => `${key} is not claimed`),
    ...(run.leaveOut ?? []).filter((one) => one.title.test(title)).map(({ reason }) => reason),
  ];
  // What the matrix does not claim is no test; what it claims and cannot be played here is shown as left out.
  if (missing.some((reason) => reason?.endsWith('is not claimed'))) return;
  if (missing.length > 0) {
    it.skip(`${title} (${missing.join(', ')})`);
    return;
  }
  it(title, (context) =>
    test((note) => {
      // Reports keep no note of what is left out while it runs.
      Object.assign(context.task.meta, { note });
      return context.skip(note);
    }),
  );
}
