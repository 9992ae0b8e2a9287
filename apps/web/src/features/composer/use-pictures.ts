'use client';
import type { Attachment } from '@collagility/protocol/events';
import { pictureTypeOf } from '@collagility/protocol/picture-type';
import { useEffect, useRef, useState } from 'react';
import { strings } from '../../strings.ts';
import { useActions } from '../room/room-store.ts';
import { maxPictures, troubleWithPicture } from './pictures.ts';

export type Picture = {
  key: number;
  name: string;
  file: File;
  /** For the preview: points at the file in this browser. */
  url: string;
  state: { name: 'uploading' } | { name: 'ready'; attachment: Attachment } | { name: 'failed'; why: string };
};

/** Files of sent prompts that are kept: those of the last two with as many as one takes. */
const maxKeptFiles = 2 * maxPictures;

/** Pictures that go with the next prompt. Each is uploaded when it is added, sealed like everything else. */
export function usePictures() {
  const actions = useActions();
  const [pictures, setPictures] = useState<Picture[]>([]);
  const [trouble, setTrouble] = useState<string>();
  const keys = useRef(0);
  /** By blob, what went with the last prompts: one that the host refuses comes back with its pictures. */
  const kept = useRef(new Map<string, File>());
  const shown = useRef(pictures);
  shown.current = pictures;
  useEffect(
    () => () => {
      for (const { url } of shown.current) URL.revokeObjectURL(url);
    },
    [],
  );

  const upload = async (key: number, file: File): Promise<void> => {
    const set = (state: Picture['state']) =>
      setPictures((all) => all.map((picture) => (picture.key === key ? { ...picture, state } : picture)));
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      // A name and a declared type are only somebody's word: many a picture was saved as another kind than it is.
      const mimeType = pictureTypeOf(bytes);
      if (mimeType === undefined) {
        set({ name: 'failed', why: strings.room.composer.attachOther });
        return;
      }
      const { blob, len, hash } = await actions.upload(bytes, file.name, mimeType);
      set({ name: 'ready', attachment: { kind: 'image', name: file.name, mimeType, blob, len, hash } });
    } catch {
      // The picture itself says so; it can be removed and added again.
      set({ name: 'failed', why: strings.room.composer.uploadFailed });
    }
  };
  const add = (files: Iterable<File>) => {
    setTrouble(undefined);
    const added: Picture[] = [];
    for (const file of files) {
      const all = [...shown.current, ...added];
      const found = troubleWithPicture(file, {
        count: all.length,
        bytes: all.reduce((sum, one) => sum + one.file.size, 0),
      });
      if (found !== undefined) {
        setTrouble(found);
        continue;
      }
      keys.current += 1;
      const key = keys.current;
      added.push({
        key,
        name: file.name,
        file,
        url: URL.createObjectURL(file),
        state: { name: 'uploading' },
      });
      upload(key, file).catch(reportError);
    }
    // Another one may have come, or have arrived, since this was drawn: nothing of that is taken back.
    shown.current = [...shown.current, ...added];
    setPictures((all) => [...all, ...added]);
  };
  const drop = (gone: Picture[]) => {
    for (const { url } of gone) URL.revokeObjectURL(url);
    setPictures((all) => all.filter((picture) => !gone.includes(picture)));
    setTrouble(undefined);
  };
  return {
    pictures,
    trouble,
    add,
    remove: (picture: Picture) => drop([picture]),
    /** All of them went with a prompt. */
    sent: () => {
      for (const { state, file } of pictures) if (state.name === 'ready') kept.current.set(state.attachment.blob, file);
      const tooMany = kept.current.size - maxKeptFiles;
      if (tooMany > 0) for (const blob of [...kept.current.keys()].slice(0, tooMany)) kept.current.delete(blob);
      drop(pictures);
    },
    /** The files of what was sent from this page a while ago; `undefined` where one is not kept. */
    filesOf: (attachments: readonly Attachment[]): File[] | undefined => {
      const files = attachments.flatMap(({ blob }) => kept.current.get(blob) ?? []);
      return files.length === attachments.length ? files : undefined;
    },
    isReady: pictures.every(({ state }) => state.name === 'ready'),
    attachments: pictures.flatMap(({ state }) => (state.name === 'ready' ? [state.attachment] : [])),
  };
}
