/** Never alone: a word stands beside it. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-[13px] flex-none animate-spin rounded-full border-[1.6px] border-line-2 border-t-ink motion-reduce:animate-none"
    />
  );
}
