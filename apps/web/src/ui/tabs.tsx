import { type KeyboardEvent, type ReactNode, useRef } from 'react';

export type Tab<T extends string> = { id: T; label: string; badge?: ReactNode };

/** A row of tabs with arrow keys; the panel has the id `${idPrefix}-${tab}`. */
export function Tabs<T extends string>({
  label,
  idPrefix,
  tabs,
  selected,
  onSelect,
}: {
  label: string;
  idPrefix: string;
  tabs: Tab<T>[];
  selected: T;
  onSelect: (id: T) => void;
}) {
  const row = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = tabs[(tabs.findIndex((tab) => tab.id === selected) + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    onSelect(next.id);
    row.current?.querySelector<HTMLElement>(`#${idPrefix}-tab-${next.id}`)?.focus();
  };
  return (
    <div
      ref={row}
      role="tablist"
      aria-label={label}
      onKeyDown={onKeyDown}
      className="flex min-h-10 flex-none gap-0.5 border-line border-b px-2 hand:min-h-12"
    >
      {tabs.map((tab) => (
        <button
          key={tab.id}
          id={`${idPrefix}-tab-${tab.id}`}
          type="button"
          role="tab"
          aria-selected={tab.id === selected}
          aria-controls={`${idPrefix}-${tab.id}`}
          tabIndex={tab.id === selected ? 0 : -1}
          onClick={() => onSelect(tab.id)}
          className="relative inline-flex cursor-pointer items-center gap-1.5 px-[9px] font-medium text-ink-3 after:absolute after:inset-x-[9px] after:-bottom-px after:h-0.5 hover:text-ink aria-selected:text-ink aria-selected:after:bg-ink"
        >
          {tab.label}
          {tab.badge}
        </button>
      ))}
    </div>
  );
}
