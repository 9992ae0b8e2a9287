'use client';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type ButtonLook, type ButtonSize, buttonClass } from './button.tsx';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

export type MenuItem = {
  id: string;
  label: string;
  detail?: string;
  icon?: IconName;
  tone?: 'plain' | 'accent' | 'bad';
  checked?: boolean;
  disabled?: boolean;
  onSelect: () => void;
};

const tones = { plain: '', accent: 'text-accent', bad: 'text-bad' } as const;
const edge = 8;

/** A button with a list of acts. On a phone the list is a sheet at the bottom edge. */
export function Menu({
  label,
  children,
  items,
  heading,
  look = 'plain',
  size = 'normal',
  className,
  disabled,
}: {
  /** Name of the button where it shows only an icon. */
  label?: string;
  children: ReactNode;
  items: MenuItem[];
  heading?: ReactNode;
  look?: ButtonLook;
  size?: ButtonSize;
  className?: string;
  disabled?: boolean;
}) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const onToggle = (event: Event) => {
      const opened = 'newState' in event && event.newState === 'open';
      setIsOpen(opened);
      if (opened) {
        place(button.current, element);
        element.querySelector<HTMLElement>('[role^=menuitem]')?.focus();
      }
    };
    element.addEventListener('toggle', onToggle);
    return () => element.removeEventListener('toggle', onToggle);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
    const at = all.findIndex((element) => element.contains(document.activeElement));
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? all.length - 1 : at + (step ?? 0);
    all[(next + all.length) % all.length]?.focus();
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        title={label}
        disabled={disabled}
        popoverTarget={id}
        className={cx(buttonClass(look, size), className)}
      >
        {children}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={onKeyDown}
        // A long list on a low screen (a phone held sideways, or above its keyboard) scrolls inside itself.
        className="m-0 max-h-[calc(var(--viewport-height,100dvh)-16px)] min-w-52 max-w-[min(92vw,380px)] overflow-y-auto overscroll-contain rounded-10 border border-line-2 bg-raised p-1.5 text-ink shadow-2 max-sm:inset-x-0 max-sm:top-auto max-sm:bottom-(--covered-below,0px) max-sm:w-full max-sm:max-w-none max-sm:rounded-b-none max-sm:rounded-t-14 max-sm:border-x-0 max-sm:border-b-0 max-sm:pb-[max(12px,env(safe-area-inset-bottom))] max-sm:backdrop:bg-[rgb(8_10_14/0.55)]"
      >
        {heading === undefined ? null : <div className="px-2 pt-1 pb-1.5 text-12 text-ink-3">{heading}</div>}
        {items.map((item) => (
          <button
            key={item.id}
            type="button"
            {...(item.checked === undefined
              ? { role: 'menuitem' }
              : { role: 'menuitemradio', 'aria-checked': item.checked })}
            // Not `disabled`: the keyboard and a screen reader get to it too, and to what says why it cannot be chosen.
            aria-disabled={item.disabled === true || undefined}
            onClick={() => {
              if (item.disabled === true) return;
              list.current?.hidePopover();
              item.onSelect();
            }}
            className={cx(
              'flex w-full cursor-pointer items-start gap-2.5 rounded-6 px-2 py-[7px] text-left focus-visible:bg-hover not-aria-disabled:hover:bg-hover aria-disabled:cursor-default aria-disabled:text-ink-3 pointer-coarse:min-h-11 max-sm:min-h-[54px] max-sm:items-center max-sm:px-3 max-sm:text-15',
              tones[item.tone ?? 'plain'],
            )}
          >
            <span className="mt-0.5 w-[1rem] flex-none">
              {item.checked === true ? (
                <Icon name="check" />
              ) : item.icon === undefined ? null : (
                <Icon name={item.icon} />
              )}
            </span>
            <span className="min-w-0">
              <span className="block font-medium [overflow-wrap:anywhere]">{item.label}</span>
              {item.detail === undefined ? null : (
                <span className="block text-11 text-ink-3 [overflow-wrap:anywhere] max-sm:text-12">{item.detail}</span>
              )}
            </span>
          </button>
        ))}
      </div>
    </>
  );
}

/** Under its button, or above it where there is no room; a phone's sheet is placed by its classes. */
function place(button: HTMLElement | null, list: HTMLElement): void {
  if (button === null || window.matchMedia('(max-width: 40em)').matches) {
    list.style.removeProperty('left');
    list.style.removeProperty('top');
    return;
  }
  const from = button.getBoundingClientRect();
  const size = list.getBoundingClientRect();
  const below = from.bottom + 4;
  const top = below + size.height + edge < window.innerHeight ? below : Math.max(edge, from.top - size.height - 4);
  const left = Math.min(Math.max(edge, from.left), window.innerWidth - size.width - edge);
  list.style.inset = 'auto';
  list.style.left = `${left}px`;
  list.style.top = `${top}px`;
}
