import { isRecord } from '@collagility/protocol/is-record';

/**
 * Node waits at each write to a terminal until it is taken. One that stopped reading (ssh of a computer that sleeps, a
 * window that hangs) would hold the whole room. There is no public way to ask for the other mode; the terminal was opened
 * by this process alone, so that nobody else's writes change.
 */
export function unblockOutput(output: NodeJS.WriteStream): void {
  const handle: unknown = Reflect.get(output, '_handle');
  if (output.isTTY && isRecord(handle) && typeof handle['setBlocking'] === 'function')
    Reflect.apply(handle['setBlocking'], handle, [false]);
}
