import { strings } from '../strings.ts';
import { Spinner } from './spinner.tsx';

/** Stands in for a part of the page whose code is on its way. */
export function Coming() {
  return (
    <p className="flex items-center gap-2 bg-surface px-4 py-4 text-12 text-ink-3">
      <Spinner />
      {strings.coming}
    </p>
  );
}
