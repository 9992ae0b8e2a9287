'use client';
import { pictureTypes } from '@collagility/protocol/picture-type';
import { type ClipboardEvent, type DragEvent, useRef } from 'react';
import { strings } from '../../strings.ts';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Picture } from './use-pictures.ts';

const words = strings.room.composer;

/** What goes along with the prompt, to be seen and taken away before it is sent. */
export function PictureStrip({ pictures, onRemove }: { pictures: Picture[]; onRemove: (picture: Picture) => void }) {
  if (pictures.length === 0) return null;
  return (
    // A phone has room for one row of them, which is pushed aside.
    <ul className="flex flex-wrap gap-2 px-3 pt-2.5 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-2">
      {pictures.map((picture) => (
        <li
          key={picture.key}
          className={cx(
            'flex max-w-64 items-center gap-2 rounded-6 border bg-sunken py-1 pr-1 pl-1 max-sm:max-w-48 max-sm:flex-none',
            picture.state.name === 'failed' ? 'border-bad-line' : 'border-line-2',
          )}
        >
          {picture.state.name === 'failed' ? (
            <Icon name="warning" className="mx-2.5 flex-none text-bad" />
          ) : (
            <img src={picture.url} alt="" className="size-9 flex-none rounded-4 object-cover" />
          )}
          <span className="min-w-0 text-12">
            <span className="block truncate">{picture.name}</span>
            {picture.state.name === 'uploading' ? (
              <span role="status" className="flex items-center gap-1 text-ink-3">
                <Spinner /> {words.uploading}
              </span>
            ) : null}
            {picture.state.name === 'failed' ? (
              <span role="alert" className="block text-bad">
                {picture.state.why}
              </span>
            ) : null}
          </span>
          <IconButton icon="cross" label={words.removeAttachment(picture.name)} onClick={() => onRemove(picture)} />
        </li>
      ))}
    </ul>
  );
}

/** Pictures by button; paste and drop come by `picturesIn`. */
export function PictureButton({ onAdd }: { onAdd: (files: Iterable<File>) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={pictureTypes.join(',')}
        aria-label={words.attach}
        onChange={({ currentTarget }) => {
          onAdd([...(currentTarget.files ?? [])]);
          // The same file may be chosen again after it was removed.
          currentTarget.value = '';
        }}
      />
      <IconButton icon="picture" label={words.attach} onClick={() => input.current?.click()} />
    </>
  );
}

/**
 * Files of a paste or a drop; none where it is text. A table or a paragraph of an office program is text, though it brings
 * a picture of itself along; the text of a copied file is no more than its name.
 */
export function filesOf(event: ClipboardEvent | DragEvent): File[] {
  const { files, text } =
    'clipboardData' in event
      ? { files: [...event.clipboardData.files], text: event.clipboardData.getData('text/plain').trim() }
      : { files: [...event.dataTransfer.files], text: '' };
  const isNames = text.split(/\r\n|\r|\n/).every((line) => files.some(({ name }) => name === line.trim()));
  return text === '' || isNames ? files : [];
}
