const key = 'collagility.single-keys';

/** Whether keys without a modifier act; somebody who speaks their input switches them off (WCAG 2.1.4). */
export function hasSingleKeys(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    // Without storage they are on, as at first.
    return true;
  }
}

export function setSingleKeys(isOn: boolean): void {
  try {
    localStorage.setItem(key, isOn ? 'on' : 'off');
  } catch {
    // It holds until the page is closed at most; there is nowhere to keep it.
    return;
  }
}
