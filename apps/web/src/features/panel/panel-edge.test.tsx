import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PanelEdge } from './panel-edge.tsx';

const windowPx = 1_400;
const own = () => document.documentElement.style.getPropertyValue('--own-panel');
const ownBesideTerminal = () => document.documentElement.style.getPropertyValue('--own-terminal-panel');
const edge = () => screen.getByRole('separator', { name: 'Width of the panel' });

/** The panel ends with the window; it is as wide as the page made it. */
beforeEach(() => {
  vi.stubGlobal('innerWidth', windowPx);
  const captured = new Set<number>();
  Object.assign(HTMLElement.prototype, {
    setPointerCapture: (id: number) => captured.add(id),
    hasPointerCapture: (id: number) => captured.has(id),
  });
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(() => {
    const width = Number.parseFloat(own() || '496');
    return new DOMRect(windowPx - width, 0, width, 800);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  document.documentElement.removeAttribute('style');
});

function draw(isBesideTerminal = false) {
  return render(
    <div>
      {isBesideTerminal ? <div data-terminal-screen="" /> : null}
      <PanelEdge panel={{ current: document.body }} />
    </div>,
  );
}
function drag(...xs: number[]) {
  const [first = 0, ...others] = xs;
  fireEvent.pointerDown(edge(), { pointerId: 1, button: 0, clientX: first });
  for (const clientX of others) fireEvent.pointerMove(edge(), { pointerId: 1, clientX });
  fireEvent.lostPointerCapture(edge(), { pointerId: 1 });
}

test('the edge follows the pointer within its limits, and the width is kept on this device', () => {
  const { unmount } = draw();
  drag(904, 850, 800);
  expect(own()).toBe('600px');
  unmount();
  document.documentElement.removeAttribute('style');
  draw();
  expect(own()).toBe('600px');
  drag(800, 5);
  expect(own()).toBe('720px');
  drag(680, 1_390);
  expect(own()).toBe('360px');
});

test('arrow keys move it, Home and End go to its limits, and it says so', () => {
  draw();
  fireEvent.keyDown(edge(), { key: 'ArrowLeft' });
  expect(own()).toBe('512px');
  fireEvent.keyDown(edge(), { key: 'ArrowRight' });
  fireEvent.keyDown(edge(), { key: 'ArrowRight' });
  expect(own()).toBe('480px');
  fireEvent.keyDown(edge(), { key: 'End' });
  expect(own()).toBe(`${edge().getAttribute('aria-valuemax')}px`);
  fireEvent.keyDown(edge(), { key: 'Home' });
  expect(own()).toBe(`${edge().getAttribute('aria-valuemin')}px`);
  expect(edge().getAttribute('aria-orientation')).toBe('vertical');
  expect(edge().tabIndex).toBe(0);
});

test('a double click puts it back, and keeps nothing', () => {
  draw();
  drag(904, 800);
  drag(800);
  drag(800);
  fireEvent.doubleClick(edge());
  expect(own()).toBe('');
  expect(localStorage.length).toBe(0);
});

test('beside the screen of a terminal its width is one of its own', () => {
  draw(true);
  drag(1_104, 1_000);
  expect(ownBesideTerminal()).toBe('400px');
  expect(own()).toBe('');
});

test('with two columns of code it is one of its own again, where the window is wide enough for them', () => {
  const { unmount } = render(
    <div>
      <div data-split="" />
      <PanelEdge panel={{ current: document.body }} />
    </div>,
  );
  drag(904, 800);
  expect(own()).toBe('600px');
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(min-width: 80em)' }));
  drag(800, 600);
  expect(document.documentElement.style.getPropertyValue('--own-split-panel')).toBe('800px');
  expect(own()).toBe('600px');
  unmount();
});

test('what was kept and does not fit is not used; without storage it holds for this page', () => {
  localStorage.setItem('collagility.panel-width.room', '99999');
  localStorage.setItem('collagility.panel-width.terminal', 'wide');
  draw();
  expect(own()).toBe('');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  drag(904, 800);
  expect(own()).toBe('600px');
});

test('another button of the mouse, or a pointer that only passes, moves nothing', () => {
  draw();
  fireEvent.pointerDown(edge(), { pointerId: 2, button: 2, clientX: 904 });
  fireEvent.pointerMove(edge(), { pointerId: 2, clientX: 700 });
  expect(own()).toBe('');
});
