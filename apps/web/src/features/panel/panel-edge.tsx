'use client';
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { strings } from '../../strings.ts';
import { clampWidth, keepWidth, limitsIn, type Shape, showKeptWidths, showWidth } from './panel-width.ts';

const words = strings.room.edge;
const stepPx = 16;

/** As the room's layout has it (RoomShell): what lies in the middle, and in the panel, has a width of its own. */
function shapeNow(): Shape {
  const isWide = window.matchMedia('(min-width: 80em)').matches;
  if (isWide && document.querySelector('[data-split]') !== null) return 'split';
  return document.querySelector('[data-terminal-screen]') === null ? 'room' : 'terminal';
}

/** The left edge of the panel: dragged, moved by the arrow keys, put back by a double click. A phone has none. */
export function PanelEdge({ panel }: { panel: RefObject<HTMLElement | null> }) {
  const [shown, setShown] = useState({ px: 0, shape: shapeNow(), windowPx: window.innerWidth });
  const dragged = useRef<number>(undefined);
  useLayoutEffect(showKeptWidths, []);
  useEffect(() => {
    const element = panel.current;
    if (element === null || typeof ResizeObserver === 'undefined') return;
    const look = () =>
      setShown({
        px: Math.round(element.getBoundingClientRect().width),
        shape: shapeNow(),
        windowPx: window.innerWidth,
      });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [panel]);

  const move = (px: number) => {
    const width = clampWidth(px, window.innerWidth, shapeNow());
    showWidth(shapeNow(), width);
    return width;
  };
  const set = (px: number | undefined) => keepWidth(shapeNow(), px === undefined ? undefined : move(px));
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    dragged.current = undefined;
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    dragged.current = move((panel.current?.getBoundingClientRect().right ?? window.innerWidth) - event.clientX);
  };
  const onLostPointerCapture = () => {
    // A press without a move is none: else a double click would keep what it is to put back.
    if (dragged.current !== undefined) set(dragged.current);
    dragged.current = undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const px = panel.current?.getBoundingClientRect().width ?? shown.px;
    const { minPx, maxPx } = limitsIn(window.innerWidth, shapeNow());
    const next = { ArrowLeft: px + stepPx, ArrowRight: px - stepPx, Home: minPx, End: maxPx }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    set(next);
  };
  const reset = () => {
    showWidth(shapeNow(), undefined);
    set(undefined);
  };
  const { minPx, maxPx } = limitsIn(shown.windowPx, shown.shape);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-controls="region-panel"
      aria-label={words.label}
      aria-valuenow={shown.px}
      aria-valuemin={minPx}
      aria-valuemax={maxPx}
      aria-valuetext={words.width(shown.px)}
      title={words.hint}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onLostPointerCapture={onLostPointerCapture}
      onKeyDown={onKeyDown}
      onDoubleClick={reset}
      className="group/edge absolute inset-y-0 -left-[5px] z-10 w-[9px] cursor-col-resize touch-none select-none outline-none max-md:hidden"
    >
      <span className="absolute inset-y-0 left-[4px] w-px group-hover/edge:w-[3px] group-hover/edge:-translate-x-px group-hover/edge:bg-line-2 group-focus-visible/edge:w-[3px] group-focus-visible/edge:-translate-x-px group-focus-visible/edge:bg-accent group-active/edge:bg-ink-3" />
    </div>
  );
}
