'use client';
import { strings } from '../strings.ts';
import { Button } from './button.tsx';

/** In place of a part that only the newest page has. */
export function OutdatedPart() {
  return (
    <div role="alert" className="m-3 flex flex-wrap items-center gap-2 rounded-8 border border-line px-3 py-2 text-12">
      <span className="min-w-0 flex-1">{strings.room.outdated}</span>
      <Button size="small" onClick={() => window.location.reload()}>
        {strings.joining.reload}
      </Button>
    </div>
  );
}
