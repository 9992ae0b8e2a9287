'use client';
import { createContext, type ReactNode, useContext, useId, useLayoutEffect, useRef } from 'react';
import { strings } from '../strings.ts';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import { layerClosedEvent } from './layer-closed.ts';

/** What is to be read whatever is open: a dialog stands before all else of the page. */
export const DialogNotice = createContext<ReactNode>(null);

/**
 * A modal on the browser's own `<dialog>`: it traps focus, closes with Esc and gives focus back. On a phone it is a
 * sheet at the bottom edge.
 */
export function Dialog({
  title,
  onClose,
  children,
  footer,
  wide = false,
  atTop = false,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  wide?: boolean;
  /** Its upper edge stays where it is while a list below its field grows and shrinks. */
  atTop?: boolean;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const notice = useContext(DialogNotice);
  // Before it leaves the page: only an open dialog that is closed there gives the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog !== null && !dialog.open) {
      dialog.showModal();
      // The browser would take the first button; a dialog that is written in names its field.
      dialog.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    }
    return () => {
      dialog?.close();
      document.dispatchEvent(new Event(layerClosedEvent));
      // What opened it may be gone with it (the last one at the door was let in).
      queueMicrotask(() => {
        if (document.activeElement === document.body) document.querySelector('main')?.focus();
      });
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it, by the element itself
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
      className={cx(
        'm-auto max-h-[min(var(--viewport-height,100dvh)*0.88,860px)] w-full overflow-hidden rounded-12 border border-line-2 bg-raised p-0 text-ink shadow-2 backdrop:bg-[rgb(8_10_14/0.55)]',
        'max-sm:mx-0 max-sm:mb-(--covered-below,0px) max-sm:max-w-none max-sm:rounded-b-none max-sm:rounded-t-14 max-sm:border-x-0 max-sm:border-b-0',
        atTop && 'sm:mt-[max(16px,calc(var(--viewport-height,100dvh)*0.1))]',
        wide ? 'sm:max-w-[760px]' : 'sm:max-w-[460px]',
      )}
    >
      {/* Where hardly more than its two edges fits, they scroll with the rest. */}
      <div className="flex max-h-[min(var(--viewport-height,100dvh)*0.88,860px)] flex-col very-low:block very-low:overflow-y-auto">
        <header className="flex flex-none items-center gap-2 px-5 pt-4 pb-3 max-sm:px-4">
          <h2 id={titleId} className="min-w-0 flex-1 font-semibold text-16 [overflow-wrap:anywhere]">
            {title}
          </h2>
          <IconButton icon="cross" label={strings.close} onClick={onClose} />
        </header>
        {notice === null ? null : <div className="flex-none px-5 pb-3 max-sm:px-4">{notice}</div>}
        <div className="min-h-0 flex-1 overflow-y-auto very-low:overflow-visible px-5 pb-5 max-sm:px-4">{children}</div>
        {footer === undefined ? null : (
          <footer className="flex flex-none flex-wrap items-center justify-end gap-2 border-line border-t px-5 py-3 pb-[max(12px,env(safe-area-inset-bottom))] max-sm:px-4 max-sm:[&>button]:flex-1">
            {footer}
          </footer>
        )}
      </div>
    </dialog>
  );
}
