const key = 'collagility.name';

/** The name used last in this browser; empty where there is none or storage is closed. */
export function recallName(): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    // Storage may be forbidden in a private window; a name is asked for then.
    return '';
  }
}

export function rememberName(name: string): void {
  try {
    localStorage.setItem(key, name);
  } catch {
    // Only a convenience; without storage it is typed again.
    return;
  }
}
