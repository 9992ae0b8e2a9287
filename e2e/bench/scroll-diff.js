// In the page: scrolls the beginning, the middle and the end of the diff that is shown, a step a frame: all of it, with
// its long lines broken, would take half a minute.
globalThis.benchScrollDiff = async (stepPx, stepsEach) => {
  const scroller = document.querySelector('.diff-lines').parentElement.closest('section');
  const roomPx = Math.max(0, scroller.scrollHeight - scroller.clientHeight - stepPx * stepsEach);
  const froms = [0, roomPx / 2, roomPx];
  let frames = 0;
  const startMs = performance.now();
  await new Promise((done) => {
    const step = () => {
      const at = frames % stepsEach;
      const from = froms[(frames - at) / stepsEach];
      if (from === undefined) return done();
      frames += 1;
      if (at === 0) scroller.scrollTop = from;
      else scroller.scrollTop += stepPx;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
  return (frames * 1000) / (performance.now() - startMs);
};
