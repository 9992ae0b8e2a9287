/**
 * A text that did not arrive, in a wrapping line: what it says, why, and what can be done. On a phone each has a line of
 * its own, as beside two buttons nobody would know which text it is.
 */
export const ownLine = {
  text: 'flex-1 max-sm:line-clamp-2 max-sm:basis-[calc(100%-22px)] max-sm:whitespace-normal [overflow-wrap:anywhere]',
  why: 'order-last basis-full pl-[22px] max-sm:order-none',
  acts: 'flex items-center gap-x-2 max-sm:basis-full max-sm:pl-[22px]',
};
