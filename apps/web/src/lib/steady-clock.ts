/** Milliseconds that no setting of the wall clock moves; comparable between the page and its Worker. */
export const steadyMs = (): number => performance.timeOrigin + performance.now();
