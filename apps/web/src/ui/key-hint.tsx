/** A key beside its button, at desks only, and not on a narrow one. The words of the button already say what it does. */
export function KeyHint({ children }: { children: string }) {
  return (
    <span
      aria-hidden="true"
      className="hidden min-w-4 rounded-[3px] border border-current/30 px-1 text-center font-mono text-[0.65625rem] leading-[1rem] opacity-90 @max-[580px]/desk:hidden! lg:inline-block"
    >
      {children}
    </span>
  );
}
