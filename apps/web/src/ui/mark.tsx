import { strings } from '../strings.ts';

/** The mark `›_`: the prompt of a terminal, and the line somebody signs on. */
export function Mark({ withName = false }: { withName?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2 font-semibold tracking-[-0.01em]">
      <svg
        viewBox="0 0 22 22"
        className="size-[1.375rem] flex-none"
        fill="none"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="m3 4.500 5.500 5.500L3 15.500" stroke="currentColor" />
        <path d="M10 17.500h9.500" stroke="var(--accent)" />
      </svg>
      {withName ? strings.product : null}
    </span>
  );
}
