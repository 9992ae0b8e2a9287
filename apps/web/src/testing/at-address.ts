/** Runs `look` as if the page had been loaded from `url`; the address that was is set again behind it. */
export function atAddress(url: string, look: () => void): void {
  // Vitest leaves its page here; `location` itself cannot be replaced in a window of its own.
  const page: unknown = Reflect.get(globalThis, 'jsdom');
  if (!isPage(page)) throw new Error('This test does not run in jsdom.');
  const here = window.location.href;
  page.reconfigure({ url });
  try {
    look();
  } finally {
    page.reconfigure({ url: here });
  }
}

function isPage(value: unknown): value is { reconfigure(change: { url: string }): void } {
  return typeof value === 'object' && value !== null && 'reconfigure' in value;
}
