import type { ContractWorld } from './setup.ts';

/** Among many turns the agent would shorten its conversation, which no test here is about. */
const maxTests = 30;

interface HandedOnOptions<T> {
  open(world: ContractWorld): Promise<T>;
  /** Whether the next test finds it as the last one did. */
  isAsBefore(one: T): boolean;
  end(one: T): Promise<void>;
}

/**
 * What one test leaves for the next one. A real agent needs seconds to start, so that a test that needs no fresh one goes
 * on where the one before it ended, if their world can be tidied; a failure leaves nothing behind.
 */
export class HandedOn<T extends object> {
  readonly #openWorld: () => Promise<ContractWorld>;
  readonly #options: HandedOnOptions<T>;
  #kept: { world: ContractWorld; one: T } | undefined;
  #testCount = 0;

  constructor(openWorld: () => Promise<ContractWorld>, options: HandedOnOptions<T>) {
    this.#openWorld = openWorld;
    this.#options = options;
  }

  async lend(test: (one: T, world: ContractWorld) => Promise<void>): Promise<void> {
    const lent = await this.#take();
    let isKept = false;
    try {
      await test(lent.one, lent.world);
      isKept = await this.#mayKeep(lent);
      if (isKept) this.#kept = lent;
      else await this.#options.end(lent.one);
    } finally {
      if (!isKept) await lent.world.close();
    }
  }

  async end(): Promise<void> {
    const kept = this.#kept;
    this.#kept = undefined;
    if (kept === undefined) return;
    await this.#options.end(kept.one);
    await kept.world.close();
  }

  async #mayKeep({ world, one }: { world: ContractWorld; one: T }): Promise<boolean> {
    // A test that ran out of time still ends, beside the ones after it.
    if (!this.#options.isAsBefore(one) || this.#testCount >= maxTests || this.#kept !== undefined) return false;
    return (await world.tidy?.()) === true;
  }

  async #take(): Promise<{ world: ContractWorld; one: T }> {
    const kept = this.#kept;
    this.#kept = undefined;
    this.#testCount = kept === undefined ? 1 : this.#testCount + 1;
    if (kept !== undefined) return kept;
    const world = await this.#openWorld();
    try {
      return { world, one: await this.#options.open(world) };
    } catch (error) {
      await world.close();
      throw error;
    }
  }
}
