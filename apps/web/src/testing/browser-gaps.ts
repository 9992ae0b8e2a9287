// What jsdom has not: enough of it that components can be drawn.
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Parts that come when they are drawn take their time on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

class QuietObserver {
  observe(): void {
    return;
  }
  unobserve(): void {
    return;
  }
  disconnect(): void {
    return;
  }
  takeRecords(): [] {
    return [];
  }
}
// Changes are told inside `act`, so that React has drawn before a test looks.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
Object.assign(globalThis, { ResizeObserver: QuietObserver, IntersectionObserver: QuietObserver });
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
Object.assign(window, {
  visualViewport: Object.assign(new EventTarget(), { scale: 1, height: 900, width: 1440, offsetTop: 0, offsetLeft: 0 }),
});
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};
URL.createObjectURL = () => 'blob:picture';
URL.revokeObjectURL = () => undefined;
HTMLElement.prototype.scrollIntoView = () => undefined;
HTMLElement.prototype.hidePopover = () => undefined;

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
