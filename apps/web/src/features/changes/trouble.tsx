'use client';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Coming } from '../../ui/coming.tsx';

const words = strings.changes;

export function Loading() {
  return <Coming words={words.loading} />;
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
