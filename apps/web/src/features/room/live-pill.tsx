'use client';
import type { ClientLiveness } from '@collagility/protocol/client/view';
import { shortTime } from '../../lib/time.ts';
import { useSteadyNow } from '../../lib/use-now.ts';
import { strings } from '../../strings.ts';
import { cx } from '../../ui/class-names.ts';
import { useRoom } from './room-store.ts';

const words = strings.room.live;

type Face = { text: string; title: string; look: 'live' | 'open' | 'away' | 'quiet' };

/** How true the screen is. The dot's shape says it as well as the colour. */
export function LivePill() {
  const liveness = useRoom((view) => view.liveness);
  const hasEnded = useRoom((view) => view.state?.ended !== undefined);
  const now = useSteadyNow();
  const face = hasEnded ? endedFace : faceOf(liveness, now);
  return (
    <span
      role="status"
      title={face.title}
      className={cx(
        'inline-flex min-h-6 flex-none items-center gap-1.5 whitespace-nowrap rounded-full border px-[9px] font-medium text-12 tabular-nums',
        (face.look === 'live' || face.look === 'quiet') && 'border-line text-ink-2',
        face.look === 'open' && 'border-warn-line bg-warn-soft text-warn',
        face.look === 'away' && 'border-bad-line bg-bad-soft text-bad',
      )}
    >
      <span
        aria-hidden="true"
        className={cx(
          'rounded-full',
          face.look === 'live' && 'size-[7px] bg-ok',
          face.look === 'quiet' && 'size-[7px] border-[1.5px] border-ink-3',
          face.look === 'open' && 'size-[9px] border-[1.5px] border-warn border-r-transparent',
          face.look === 'away' && 'size-[9px] border-[1.5px] border-bad border-dashed',
        )}
      />
      {face.text}
    </span>
  );
}

const endedFace: Face = { text: words.ended, title: words.titles.ended, look: 'away' };

function faceOf(liveness: ClientLiveness, now: number): Face {
  switch (liveness.name) {
    case 'live':
      return { text: words.live, title: words.titles.live, look: 'live' };
    case 'catching_up':
      return { text: words.catchingUp(liveness.behind), title: words.titles.catching_up, look: 'open' };
    case 'not_live':
      if (liveness.reason === 'paused') return { text: words.paused, title: words.titles.paused, look: 'away' };
      return {
        text: liveness.reason === 'connecting' ? words.connecting : words.notLive(shortTime(now - liveness.sinceMs)),
        title: words.titles[liveness.reason],
        look: 'open',
      };
    case 'host_away':
      return { text: words.hostAway, title: words.titles.host_away, look: 'away' };
    case 'no_beat':
      return { text: words.quiet, title: words.titles.no_beat, look: 'quiet' };
  }
}
