// Runs in the page: notes when each stamp of the transcript was on screen first.
// A frame's content is painted before the next task runs, so a message posted in the frame tells when. What stands in
// the page is read then and not in the frame: the page draws in a callback of the same frame, which may come after ours.
(() => {
  const seen = new Map();
  const look = () => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      const nowMs = performance.timeOrigin + performance.now();
      const text = document.querySelector('[role=log]')?.textContent ?? '';
      for (const [stamp] of text.slice(-2000).matchAll(/1\d{12}\.\d/g)) if (!seen.has(stamp)) seen.set(stamp, nowMs);
      requestAnimationFrame(look);
    };
    channel.port2.postMessage(null);
  };
  requestAnimationFrame(look);
  Object.assign(globalThis, { benchSeen: seen });
})();
