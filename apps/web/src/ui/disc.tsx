import { cx } from './class-names.ts';

const sizes = {
  20: 'size-[1.25rem] text-[0.65625rem]',
  24: 'size-[1.5rem] text-12',
  36: 'size-[2.25rem] text-15',
} as const;
type Ring = 'host' | 'co-driver' | 'viewer';

/** The letter that stands for a person; names may hold anything, so it is the first visible grapheme. */
function initialOf(name: string): string {
  const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name.trim());
  for (const { segment } of segments) {
    if (/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(segment)) return segment.toLocaleUpperCase();
  }
  return '?';
}

/** A person: letter disc in one of eight colours. The ring tells the role: thick for hosts, thin for co-drivers. */
export function Disc({
  name,
  color,
  size = 20,
  ring,
}: {
  name: string;
  color: number;
  size?: keyof typeof sizes;
  ring?: Ring;
}) {
  const index = Math.abs(color) % 8;
  const paint = `var(--person-${index})`;
  return (
    <span
      aria-hidden="true"
      className={cx('inline-grid flex-none place-items-center rounded-full font-semibold leading-none', sizes[size])}
      style={{
        background: paint,
        color: 'var(--person-text)',
        boxShadow:
          ring === 'host'
            ? `0 0 0 1.500px var(--bg), 0 0 0 3.500px ${paint}`
            : ring === 'co-driver'
              ? `0 0 0 1.500px var(--bg), 0 0 0 2.500px ${paint}`
              : undefined,
      }}
    >
      {initialOf(name)}
    </span>
  );
}

/** An agent: an empty square with the prompt in it. */
export function AgentDisc({ size = 24 }: { size?: 20 | 24 }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'inline-grid flex-none place-items-center rounded-[5px] border border-line-2 text-ink-2',
        size === 24 ? 'size-[1.5rem]' : 'size-[1.25rem]',
      )}
    >
      <svg
        viewBox="0 0 12 12"
        className="size-[0.75rem]"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M2.500 3 5 5.500 2.500 8M6.500 9H10" />
      </svg>
    </span>
  );
}
