'use client';
import { useState } from 'react';
import { visibleText } from '../../lib/visible-text.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';

const words = strings.terminal;

/** What a screen reader cannot find among cells: the rows as text, on demand and standing still. */
export function ScreenAsText({ read, onClose }: { read: () => string; onClose: () => void }) {
  const [text, setText] = useState(read);
  return (
    <Dialog
      title={words.textTitle}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => setText(read())}>{words.textAgain}</Button>
          <CopyButton text={text} />
          <Button look="solid" onClick={onClose}>
            {strings.close}
          </Button>
        </>
      }
    >
      <p className="mb-2 text-12 text-ink-3">{words.textLead}</p>
      {text === '' ? (
        <p>{words.textEmpty}</p>
      ) : (
        <ScrollRegion
          label={words.textTitle}
          className="output fade-x max-h-[60dvh] overflow-auto rounded-6 bg-sunken p-3"
        >
          <pre aria-live="off">{visibleText(text)}</pre>
        </ScrollRegion>
      )}
    </Dialog>
  );
}
