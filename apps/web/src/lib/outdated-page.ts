/** A newer page was put where this one came from: what of it was not fetched yet is nowhere any more. */
export class OutdatedPageError extends Error {
  override readonly name = 'OutdatedPageError';
}

export const isOutdated = (error: unknown): boolean => error instanceof OutdatedPageError;

const address = /(?:https?:\/\/[^\s/"']+)?\/_next\/static\/[^\s"'()]+?\.(?:js|css)/;

/** Whether its origin answers and has this file no more. `false` where it does not answer: that is the network. */
export async function isGoneForGood(error: unknown): Promise<boolean> {
  const [url] = (error instanceof Error && address.exec(error.message)) || [];
  if (url === undefined) return false;
  try {
    return (await fetch(url, { method: 'HEAD', cache: 'no-store' })).status === 404;
  } catch {
    // Away: it is asked for again.
    return false;
  }
}
