import { it } from 'vitest';
import type { CapabilityKey } from '../capabilities.ts';
import type { ContractScenario, ContractSetup, ContractWorld } from './setup.ts';

type Needs = { scenarios?: ContractScenario[]; keys?: CapabilityKey[] };

/** Whether the matrix claims enough of this for its tests to run. */
export function isTried({ row, triesLimited = false }: ContractSetup, key: CapabilityKey): boolean {
  const { status } = row.expectations[key];
  return status === 'required' || (triesLimited && status === 'known_limitation');
}

/** One test in a world of its own. What the driver says it cannot do is skipped by name, so that the report shows it. */
export function contractTest(
  setup: ContractSetup,
  title: string,
  needs: Needs,
  test: (world: ContractWorld, skip: (note: string) => never) => Promise<void>,
): void {
  const missing = [
    ...(needs.scenarios ?? [])
      .filter((name) => setup.without?.[name] !== undefined)
      .map((name) => setup.without?.[name] ?? name),
    ...(needs.keys ?? []).filter((key) => !isTried(setup, key)).map((key) => `${key} is not claimed`),
    ...(setup.leaveOut ?? []).filter((one) => one.title.test(title)).map(({ reason }) => reason),
  ];
  // What the matrix does not claim is no test; what it claims and cannot be played here is shown as left out.
  if (missing.some((reason) => reason.endsWith('is not claimed'))) return;
  if (missing.length > 0) {
    it.skip(`${title} (${missing.join(', ')})`);
    return;
  }
  it(title, async (context) => {
    const world = await setup.open();
    try {
      await test(world, (note) => {
        // Reports keep no note of what is left out while it runs.
        Object.assign(context.task.meta, { note });
        return context.skip(note);
      });
    } finally {
      await world.close();
    }
  });
}
