import type { KeyboardEvent, ReactNode } from 'react';

/**
 * A card with its keys. It takes the focus when somebody goes to what waits, so that a key pressed then is the card's;
 * the next card is another one, and has to be armed anew.
 */
export function CardBody({
  title,
  onKeyDown,
  children,
}: {
  title: string;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a part of a form
    <div id="approval-tray" role="group" aria-label={title} tabIndex={-1} onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}
