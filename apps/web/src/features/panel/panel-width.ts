/**
 * Beside a terminal's screen, which has the host's size, the panel is narrower, with two columns of code in it wider; each
 * of these is kept by itself.
 */
export type Shape = 'room' | 'terminal' | 'split';

/** CSS pixels. Narrower cannot be read; wider leaves the transcript less than its column. */
const widthLimits: Readonly<Record<Shape, { minPx: number; maxPx: number }>> = {
  room: { minPx: 360, maxPx: 720 },
  terminal: { minPx: 280, maxPx: 720 },
  split: { minPx: 480, maxPx: 960 },
};

/** As RoomShell has it too: however wide it was made, in a smaller window the middle keeps what its cards need. */
const middlePx = 440;
const properties: Readonly<Record<Shape, string>> = {
  room: '--own-panel',
  terminal: '--own-terminal-panel',
  split: '--own-split-panel',
};
const keyOf = (shape: Shape): string => `collagility.panel-width.${shape}`;

/** By the window's width one of two (tokens.css). */
const railPx = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--rail')) || 0;

export function limitsIn(windowPx: number, shape: Shape): { minPx: number; maxPx: number } {
  const { minPx, maxPx } = widthLimits[shape];
  return { minPx, maxPx: Math.max(minPx, Math.min(maxPx, windowPx - railPx() - middlePx)) };
}

export function clampWidth(px: number, windowPx: number, shape: Shape): number {
  const { minPx, maxPx } = limitsIn(windowPx, shape);
  return Math.round(Math.min(maxPx, Math.max(minPx, px)));
}

/** `undefined`: as wide as it is by itself. Not as state of the page: a drag draws nothing anew. */
export function showWidth(shape: Shape, px: number | undefined): void {
  const { style } = document.documentElement;
  if (px === undefined) style.removeProperty(properties[shape]);
  else style.setProperty(properties[shape], `${px}px`);
}

export function keepWidth(shape: Shape, px: number | undefined): void {
  try {
    if (px === undefined) localStorage.removeItem(keyOf(shape));
    else localStorage.setItem(keyOf(shape), String(px));
  } catch {
    // Full or forbidden: it holds until this page is closed.
  }
}

/** Shows what was kept on this device. */
export function showKeptWidths(): void {
  for (const shape of ['room', 'terminal', 'split'] as const) {
    const px = keptWidth(shape);
    if (px !== undefined) showWidth(shape, px);
  }
}

function keptWidth(shape: Shape): number | undefined {
  const { minPx, maxPx } = widthLimits[shape];
  try {
    const px = Number(localStorage.getItem(keyOf(shape)) ?? Number.NaN);
    return px >= minPx && px <= maxPx ? px : undefined;
  } catch {
    return undefined;
  }
}
