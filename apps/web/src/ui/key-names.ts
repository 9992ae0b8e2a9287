/** The keys' names as they stand on this machine's keyboard; written as on a Mac. `platform`: `navigator.platform`. */
export function keyNames(keys: string, platform: string): string {
  if (/^(Mac|iP)/.test(platform)) return keys;
  return keys.replaceAll('⌘', 'Ctrl+').replaceAll('⌥', 'Alt+').replaceAll('⌃', 'Ctrl+').replaceAll('⇧', 'Shift+');
}
