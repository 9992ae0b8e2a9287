/**
 * Runs `work` once what was just drawn is on screen. An effect is no such moment: what comes from outside of React is
 * drawn at once, and its effects run before the paint. A message that is posted in a frame arrives behind it.
 */
export function afterPaint(work: () => void): void {
  const behind = (): void => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      work();
    };
    channel.port2.postMessage(null);
  };
  // A hidden page paints nothing and has no frames.
  if (document.visibilityState === 'visible') requestAnimationFrame(behind);
  else behind();
}
