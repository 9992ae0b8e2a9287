// In the page: scrolls the diff that is shown from its first line to its last, a step a frame.
globalThis.benchScrollDiff = async (stepPx) => {
  const scroller = document.querySelector('.diff-lines').parentElement.closest('section');
  scroller.scrollTop = 0;
  let frames = 0;
  const startMs = performance.now();
  await new Promise((done) => {
    const step = () => {
      frames += 1;
      const before = scroller.scrollTop;
      scroller.scrollTop += stepPx;
      if (scroller.scrollTop === before) done();
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
  return (frames * 1000) / (performance.now() - startMs);
};
