/** A network that is back is noticed within this. */
export const againMs = 2_000;
/** Nothing but the first words of a page is said before the Worker is there. */
const maxEarly = 100;

/** `started`: the trouble is over, as far as is known. */
type Trouble = 'away' | 'outdated' | 'started';
type Surroundings = { isOriginThere(): Promise<boolean>; wait(ms: number): Promise<void> };

/**
 * A Worker that is started again until it says its first word: its scripts are fetched apart from the page, when the network
 * may be away, or a newer version of the host has others. What was said to it meanwhile is said again.
 */
export function keepStarting<In, Out>(
  start: () => Worker,
  onMessage: (message: Out) => void,
  onTrouble: (trouble: Trouble) => void,
  { isOriginThere, wait }: Surroundings = browser,
): { post(message: In): void; end(): void } {
  const early: In[] = [];
  let hasSpoken = false;
  let hasEnded = false;
  let failures = 0;
  let worker = begin();

  function begin(): Worker {
    const fresh = start();
    fresh.onmessage = ({ data }: MessageEvent<Out>) => {
      hasSpoken = true;
      early.length = 0;
      onMessage(data);
    };
    fresh.onerror = (event) => {
      if (!hasSpoken && fresh === worker && isUnfetched(event)) again().catch(reportError);
    };
    return fresh;
  }

  async function again(): Promise<void> {
    worker.terminate();
    while (!(await isOriginThere())) {
      if (hasEnded) return;
      failures = 0;
      onTrouble('away');
      await wait(againMs);
    }
    failures += 1;
    // Its origin answers, and the scripts are not there twice: they are those of another version.
    if (hasEnded) return;
    if (failures > 1) return onTrouble('outdated');
    onTrouble('started');
    worker = begin();
    for (const message of early) worker.postMessage(message);
  }

  return {
    post: (message) => {
      if (!hasSpoken && early.length < maxEarly) early.push(message);
      worker.postMessage(message);
    },
    end: () => {
      hasEnded = true;
      worker.terminate();
    },
  };
}

/**
 * The script itself that did not come is an event without words; one that it asks for is named by the call. Any other error
 * is one of a Worker that runs, and may hold what a second one would wait for.
 */
const isUnfetched = ({ message }: ErrorEvent): boolean => !message || /importScripts/.test(message);

const browser: Surroundings = {
  isOriginThere: async () => {
    try {
      return (await fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store' })).ok;
    } catch {
      // Away: it is asked again.
      return false;
    }
  },
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};
