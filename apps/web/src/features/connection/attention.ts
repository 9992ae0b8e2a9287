import type { Attention } from './messages.ts';

/** Without a key, a touch or a move for this long, somebody is idle. */
const idleMs = 120_000;

/** Whether the page is looked at, and when it woke up; the Worker cannot see either. Returns what stops it. */
export function watchAttention(events: { attention: (attention: Attention) => void; woke: () => void }): () => void {
  let now: Attention = document.visibilityState === 'visible' ? 'watching' : 'away';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const set = (next: Attention): void => {
    if (next === now) return;
    now = next;
    events.attention(next);
  };
  const active = (): void => {
    clearTimeout(timer);
    const isVisible = document.visibilityState === 'visible';
    set(isVisible ? 'watching' : 'away');
    if (isVisible) timer = setTimeout(() => set('idle'), idleMs);
  };
  const woke = (): void => events.woke();
  const shown = (event: PageTransitionEvent): void => {
    if (event.persisted) events.woke();
  };
  const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
  for (const sign of signs) document.addEventListener(sign, active, { passive: true });
  document.addEventListener('visibilitychange', active);
  document.addEventListener('resume', woke);
  window.addEventListener('pageshow', shown);
  active();
  return () => {
    clearTimeout(timer);
    for (const sign of signs) document.removeEventListener(sign, active);
    document.removeEventListener('visibilitychange', active);
    document.removeEventListener('resume', woke);
    window.removeEventListener('pageshow', shown);
  };
}
