/** One stroke, 16 px grid. Icons are decoration beside a word, or sit in a button that has a label. */
const paths = {
  terminal: 'M2.500 3h11v10h-11zM5 6.500 7 8 5 9.500M8.500 10H11',
  pencil: 'm3 13 .7-2.900L11 2.800 13.200 5l-7.300 7.300z',
  file: 'M4 2h5l3 3v9H4zM9 2v3h3',
  files: 'M6 2h4l3 3v6H6zM6 5H3.500v9H10v-3',
  search: 'M7 11.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9ZM10.500 10.500 14 14',
  globe: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM2 8h12M8 2c2.700 3.500 2.700 8.500 0 12-2.700-3.500-2.700-8.500 0-12Z',
  bolt: 'M9 2 3.500 9H8l-1 5 5.500-7H8z',
  warning: 'M8 2.200 14.300 13.500H1.700zM8 6.500v3.200M8 11.600v.1',
  shield: 'M8 2 13 4v4c0 3-2 5-5 6-3-1-5-3-5-6V4z',
  key: 'M5 13.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5ZM6.800 9.200 13 3M10.500 5.500l2 2',
  lock: 'M3.500 7h9v7h-9zM5.500 7V5a2.500 2.500 0 0 1 5 0v2',
  check: 'm3 8.500 3.500 3.500L13 4.500',
  cross: 'm4 4 8 8M12 4l-8 8',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 4.500V8l2.500 1.500',
  undo: 'M3 6h6.500a3.500 3.500 0 0 1 0 7H6M6 3 3 6l3 3',
  question: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM6.300 6.300A1.800 1.800 0 1 1 8 8.500v.6M8 11.300v.1',
  plan: 'm2 4 1.200 1.200L5 3.200M2 10l1.200 1.200L5 9.200M7.500 4.500H14M7.500 10.500H14',
  thought: 'M2 5h8M2 8h12M2 11h6',
  people:
    'M6 8a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5ZM1.500 13.500c0-2.500 2-4 4.500-4s4.500 1.500 4.500 4M10.500 3.200a2.500 2.500 0 0 1 0 4.600M12 9.900c1.600.6 2.500 1.900 2.500 3.600',
  link: 'M7 9 9 7M6.500 5 8.200 3.300a3 3 0 0 1 4.500 4.500L11 9.500M9.500 11l-1.700 1.700a3 3 0 0 1-4.500-4.500L5 6.500',
  eye: 'M1.500 8S4 3.800 8 3.800 14.500 8 14.500 8 12 12.200 8 12.200 1.500 8 1.500 8ZM8 9.800a1.800 1.800 0 1 0 0-3.600 1.800 1.800 0 0 0 0 3.600Z',
  chat: 'M2.500 3h11v8H8l-3 2.500V11H2.500z',
  diff: 'M8 3v6M5 6h6M5 12.500h6',
  columns: 'M2.500 3h11v10h-11zM8 3v10',
  at: 'M8 10.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5ZM10.500 5.500v3.200c0 2.300 3.200 2 3.200-.9A5.700 5.700 0 1 0 11 12.800',
  folder: 'M2 4h4.500L8 5.500h6V13H2z',
  more: 'M3.500 8h.1M8 8h.1M12.500 8h.1',
  picture: 'M2.500 3h11v10h-11zM2.500 11l3-3 2.500 2.500 2-2 3.500 3.500M10.500 6.500v-.1',
  back: 'M10 4 6 8l4 4',
  down: 'm4 6 4 4 4-4',
  right: 'm6 4 4 4-4 4',
  up: 'M8 13V3M4 7l4-4 4 4',
  pause: 'M5.500 3.500v9M10.500 3.500v9',
  play: 'M5 3.500 12 8l-7 4.500z',
  stop: 'M4 4h8v8H4z',
  paste: 'M5.500 3H3v11h10V3h-2.500M6 2h4v2.500H6z',
  copy: 'M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3',
  branch:
    'M4.500 5a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3ZM4.500 14a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3ZM11.500 6.500a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3ZM4.500 5v6M11.500 6.500c0 2.500-3.500 2-7 3.500',
  leave: 'M9.500 2.500h4v11h-4M2.500 8h7M7 5.500 9.500 8 7 10.500',
  hand: 'M5 8V4a1 1 0 0 1 2 0v3V3a1 1 0 0 1 2 0v4-3a1 1 0 0 1 2 0v5c0 3-1.500 5-4 5-2 0-3-1-4-3L2.500 8.500a1 1 0 0 1 1.700-.9z',
  trash: 'M3 4.500h10M6 4.500V3h4v1.500M4.500 4.500l.7 9h5.600l.7-9',
  wifi: 'M2 6.500a9 9 0 0 1 12 0M4.300 9a5.500 5.500 0 0 1 7.400 0M8 12v.1M2.500 2.500l11 11',
  agent: 'm3.500 4.500 3.500 3.500-3.500 3.500M8.500 11.500h4',
  bell: 'M3.500 11.500h9L11.500 10V7a3.500 3.500 0 0 0-7 0v3zM6.800 13.800h2.400M8 3.500V2.300',
  merge: 'M3 3c0 4 2 5 5 5s5 1 5 5M3 13c0-2 .5-3.300 1.500-4M13 3c0 2-.5 3.300-1.500 4',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 16, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      // Beside words, and as large as they.
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      className={className === undefined ? 'flex-none' : `flex-none ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2.2 : 1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
