/** Leaving a room takes along what this browser kept of one's words in it (CLG-84): drafts, and what did not arrive. */
export function forgetTexts(roomId: string): void {
  const prefixes = [`collagility.draft.${roomId}`, `collagility.unsent.${roomId}`];
  for (const storage of ['localStorage', 'sessionStorage'] as const) {
    try {
      const store = window[storage];
      for (const key of Object.keys(store))
        if (prefixes.some((prefix) => key.startsWith(prefix))) store.removeItem(key);
    } catch {
      // Storage is forbidden: nothing was kept.
    }
  }
}
