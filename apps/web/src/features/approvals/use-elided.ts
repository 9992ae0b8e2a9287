'use client';
import { useCallback, useMemo, useState } from 'react';
import { useActions } from '../room/room-store.ts';
import type { Request } from './answering.ts';

type Opened = { path: string; text: string };

/** Parts that were too long for the request: pulled whole and checked before Allow is armed (CLG-73). */
export function useElided(parts: Request['elided']) {
  const actions = useActions();
  const [opened, setOpened] = useState<Record<string, Opened>>({});
  const [state, setState] = useState<'closed' | 'fetching' | 'failed'>('closed');

  const open = useCallback(() => {
    setState('fetching');
    Promise.all(
      parts.map(async ({ path, ref }) => {
        const bytes = await actions.fetchBlob(ref);
        return [ref.blob, { path, text: new TextDecoder().decode(bytes) }] as const;
      }),
    ).then(
      (all) => {
        setOpened((before) => ({ ...before, ...Object.fromEntries(all) }));
        setState('closed');
      },
      () => setState('failed'),
    );
  }, [actions, parts]);

  return useMemo(() => {
    const shown = parts.flatMap(({ ref }) => opened[ref.blob] ?? []);
    return {
      count: parts.length,
      shown,
      isWhole: shown.length === parts.length,
      seen: parts.map(({ ref }) => ref.blob).filter((blob) => opened[blob] !== undefined),
      isFetching: state === 'fetching',
      hasFailed: state === 'failed',
      open,
    };
  }, [open, opened, parts, state]);
}
