'use client';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';

const words = strings.changes;

export function Loading() {
  return (
    <p className="flex items-center gap-2 px-4 py-4 text-12 text-ink-3">
      <Spinner />
      {words.loading}
    </p>
  );
}

/** What the host said instead of an answer, and the way to ask again. */
export function Failed({ code, again }: { code: string; again: () => void }) {
  return (
    <div className="px-4 py-4">
      <p role="status">{words.codes[code] ?? words.failed}</p>
      <Button size="small" className="mt-2" onClick={again}>
        {words.again}
      </Button>
    </div>
  );
}
