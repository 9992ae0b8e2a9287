'use client';
import type { Attachment } from '@collagility/protocol/events';
import { pictureTypeOf } from '@collagility/protocol/picture-type';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { visibleText } from '../../lib/visible-text.ts';
import { finding } from '../../strings/finding.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { queriesOf } from '../room/blob-query.ts';
import { useActions } from '../room/room-store.ts';

const words = finding.pictures;

/** Pictures of a prompt, small; one that is pressed is shown whole. They come from the host, never from elsewhere. */
export function AttachedPictures({ attachments }: { attachments: readonly Attachment[] }) {
  return (
    <ul className="mt-1.5 flex flex-wrap gap-2">
      {attachments.map((attachment) => (
        <li key={attachment.blob}>
          <AttachedPicture attachment={attachment} />
        </li>
      ))}
    </ul>
  );
}

function AttachedPicture({ attachment }: { attachment: Attachment }) {
  const [isOpen, setIsOpen] = useState(false);
  const { url, hasFailed, retry } = usePicture(attachment);
  const name = visibleText(attachment.name);
  if (url === undefined)
    return (
      <button
        type="button"
        disabled={!hasFailed}
        onClick={retry}
        className="inline-flex h-20 min-w-28 cursor-pointer items-center justify-center gap-2 rounded-6 border border-line-2 bg-sunken px-3 text-12 text-ink-3 disabled:cursor-default"
      >
        {hasFailed ? <Icon name="warning" size={14} /> : <Spinner />}
        {hasFailed ? words.failed(name) : name}
      </button>
    );
  return (
    <>
      <button
        type="button"
        aria-label={words.open(name)}
        title={name}
        onClick={() => setIsOpen(true)}
        className="block cursor-zoom-in overflow-hidden rounded-6 border border-line-2 bg-sunken"
      >
        <img src={url} alt={name} className="h-20 w-auto max-w-56 object-cover" />
      </button>
      {isOpen ? (
        <Dialog title={name} onClose={() => setIsOpen(false)} wide>
          <img src={url} alt={name} className="mx-auto max-h-[72dvh] w-auto max-w-full" />
          <p className="mt-3 text-center">
            <a href={url} download={attachment.name} className="underline underline-offset-3">
              {words.save}
            </a>
          </p>
        </Dialog>
      ) : null}
    </>
  );
}

/** The picture as an address of this page's own memory. What it is, its first bytes say, and only four types are drawn. */
function usePicture(attachment: Attachment): { url: string | undefined; hasFailed: boolean; retry: () => void } {
  const actions = useActions();
  const query = useQuery(
    {
      queryKey: ['picture', attachment.blob, attachment.hash],
      queryFn: () => actions.fetchBlob({ ...attachment, head: '', tail: '' }),
      networkMode: 'always',
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    queriesOf(actions),
  );
  const [url, setUrl] = useState<string>();
  const bytes = query.data;
  const type = bytes === undefined ? undefined : pictureTypeOf(bytes);
  useEffect(() => {
    if (bytes === undefined || type === undefined) return;
    const made = URL.createObjectURL(new Blob([bytes.slice()], { type }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, type]);
  const retry = () => {
    query.refetch().catch(reportError);
  };
  return { url, hasFailed: query.isError || (bytes !== undefined && type === undefined), retry };
}
