/** Another tab that is closing, or this one before a reload, gives its lock back within this time, asked for twice. */
const waitMs = 1_500;

export type Lock = { release(): void };

/**
 * One connection per device: an exclusive lock named after the room (CLG-32). `undefined`: another tab has it.
 * `lost` is called when a tab takes it away later. Without Web Locks (plain http), or where the browser refuses them
 * together with storage, there is nothing to share: each tab is a device of its own.
 */
export function takeLock(roomId: string, steal: boolean, lost: () => void): Promise<Lock | undefined> {
  return ask(roomId, steal, lost, false);
}

/** `wasHeld`: it was held also when it was asked for just before. */
async function ask(roomId: string, steal: boolean, lost: () => void, wasHeld: boolean): Promise<Lock | undefined> {
  const { locks } = navigator;
  const nothingShared: Lock = { release: () => undefined };
  if (locks === undefined) return nothingShared;
  let release: () => void = () => undefined;
  let isHeld = false;
  return new Promise((resolve, reject) => {
    const holding = (): Promise<void> =>
      new Promise((done) => {
        isHeld = true;
        release = done;
        resolve({ release: () => release() });
      });
    // A lock that is stolen takes no signal.
    const options: LockOptions = steal ? { steal: true } : { signal: AbortSignal.timeout(waitMs) };
    locks.request(`clg1:${roomId}`, options, holding).catch((error: unknown) => {
      const name = error instanceof DOMException ? error.name : '';
      if (isHeld && name === 'AbortError') lost();
      else if (name === 'SecurityError') resolve(nothingShared);
      else if (name === 'AbortError' || name === 'TimeoutError')
        isHeldSomewhere(locks, `clg1:${roomId}`)
          .then((isHeldNow) => resolve(wasHeld && isHeldNow ? undefined : ask(roomId, steal, lost, isHeldNow)))
          .catch(reject);
      else reject(error);
    });
  });
}

/**
 * A busy browser grants even a free lock late: that is no other tab, and it is asked for again. Held once says little: it may
 * have been granted to the request that was just given up, and is on its way here and back.
 */
async function isHeldSomewhere(locks: LockManager, name: string): Promise<boolean> {
  const { held } = await locks.query();
  return held?.some((lock) => lock.name === name) ?? false;
}
