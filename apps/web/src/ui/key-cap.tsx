'use client';
import { keyNames } from './key-names.ts';

/** Keys in a list, by the names that this machine has for them. Only in layers, which are never prerendered. */
export function KeyCap({ keys }: { keys: string }) {
  return (
    <kbd className="whitespace-nowrap rounded-[3px] border border-line-2 px-1 text-11">
      {keyNames(keys, navigator.platform)}
    </kbd>
  );
}
