// Runs in the page: scrolls the transcript up by `benchStepPx` a frame, and notes each frame's time and frames in
// which nothing stood in the middle of it.
(() => {
  const frames = [];
  let blank = 0;
  const container = document.querySelector('section[aria-label=Transcript]');
  const { left, top, width, height } = container.getBoundingClientRect();
  const look = (nowMs) => {
    frames.push(nowMs);
    const shown = document.elementsFromPoint(left + width / 2, top + height / 2);
    if (!shown.some((element) => element.classList.contains('flow-root'))) blank += 1;
    container.scrollTop -= globalThis.benchStepPx ?? 0;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  Object.assign(globalThis, { benchFrames: frames, benchBlank: () => blank });
})();
