'use client';
import { useMemo, useState } from 'react';
import type { RoomUi, ShownScope } from './room-ui.ts';

/** What this person looks at of the files: which changes, in how many columns, which file. */
export function useLooks() {
  const [scope, setScope] = useState<ShownScope>({ of: 'session' });
  const [isSplit, setSplit] = useState(false);
  const [openedFile, setOpenedFile] = useState<string>();
  return useMemo(() => {
    const state: Pick<RoomUi, 'scope' | 'isSplit' | 'openedFile'> = { scope, isSplit, openedFile };
    return { state, setScope, setOpenedFile, toggleSplit: () => setSplit((is) => !is) };
  }, [scope, isSplit, openedFile]);
}
