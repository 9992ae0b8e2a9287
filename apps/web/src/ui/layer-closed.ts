/** Told of the document when a dialog leaves the page: its own `close` comes too late, when it is no part of it any more. */
export const layerClosedEvent = 'collagility-layer-closed';

/** A key pressed within this time of a layer's closing was meant for the layer: it may have closed by itself. */
const meantForLayerMs = 1000;

/** Whether a key, by its time, was meant for a dialog or a menu that had closed at the other. */
export const isMeantForLayer = (pressedAtMs: number, closedAtMs: number): boolean =>
  pressedAtMs - closedAtMs < meantForLayerMs;
