import type { RelayWorld } from '../testing/relay-world.ts';

export { markOf } from '../testing/relay-world.ts';

/** A fresh room at the relay under test; its sockets are cut when the test ends. */
export type ContractRoom = () => RelayWorld;
