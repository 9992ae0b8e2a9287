import { strings } from '../strings.ts';
import { Spinner } from './spinner.tsx';

/** Stands in for what is on its way: a part of the page, or what the host was asked for. */
export function Coming({ words = strings.coming }: { words?: string }) {
  return (
    <p className="flex items-center gap-2 px-4 py-4 text-12 text-ink-3">
      <Spinner />
      {words}
    </p>
  );
}
