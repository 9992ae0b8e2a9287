import type { ReactNode, Ref } from 'react';

/** A named region that scrolls inside itself, and can be scrolled by keys. */
export function ScrollRegion({
  label,
  className,
  style,
  ref,
  children,
}: {
  label: string;
  className?: string;
  style?: React.CSSProperties;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it a keyboard could not scroll it
    <section ref={ref} aria-label={label} tabIndex={0} className={className} style={style}>
      {children}
    </section>
  );
}
