import { isRecord } from '@collagility/protocol/is-record';

/**
 * Node waits at each write to a terminal until it is taken. One that stopped reading (ssh of a computer that sleeps, a
 * window that hangs) would hold the whole room. There is no public way to ask for the other mode. Node opens its terminal
 * anew where it can, so that nobody else's writes change; where it cannot they are as before once this process ends.
 */
export function unblockOutput(output: NodeJS.WriteStream, atExit: (work: () => void) => void): void {
  const handle: unknown = Reflect.get(output, '_handle');
  const setBlocking = isRecord(handle) ? handle['setBlocking'] : undefined;
  if (!output.isTTY || typeof setBlocking !== 'function') return;
  Reflect.apply(setBlocking, handle, [false]);
  atExit(() => Reflect.apply(setBlocking, handle, [true]));
}
