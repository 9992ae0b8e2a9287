/** Whether the transcript moves with what is written: a pure machine, so that no scroll event can surprise it (B59). */
export type Follow =
  /** At the end: what comes pushes the text up. */
  | { name: 'following' }
  /** The reader is elsewhere; nothing may move under them. `rowsThen`: rows that were there when they left the end. */
  | { name: 'reading'; rowsThen: number };

export type ScrollPosition = { top: number; height: number; clientHeight: number };
export type FollowInput =
  | { type: 'scrolled'; from: ScrollPosition; to: ScrollPosition; rows: number }
  /** Own message, or the button "to the end". */
  | { type: 'went_to_end' };

/** Within this distance of the end, scrolling down sticks again. */
const stickWithinPx = 64;
const hairPx = 0.5;

const distanceToEnd = ({ top, height, clientHeight }: ScrollPosition): number =>
  Math.max(0, height - clientHeight - top);

/** The next state. Scrolling up by a single pixel lets go; scrolling down near the end sticks. */
export function follow(state: Follow, input: FollowInput): Follow {
  if (input.type === 'went_to_end') return { name: 'following' };
  const { from, to, rows } = input;
  const distance = distanceToEnd(to);
  const wentUp = to.top < from.top - hairPx;
  // A card that folds, a desk that grows or gets lower, a phone that is turned: all of it moves the position without
  // anybody having scrolled. Who did scroll in that very frame goes on, and lets go in the next.
  const hasOtherSize = to.height < from.height || to.clientHeight !== from.clientHeight;
  if (wentUp && hasOtherSize) return state;
  if (wentUp && distance > hairPx) return state.name === 'reading' ? state : { name: 'reading', rowsThen: rows };
  const wentDown = to.top > from.top + hairPx;
  if (state.name === 'reading' && wentDown && distance <= stickWithinPx) return { name: 'following' };
  return state;
}
