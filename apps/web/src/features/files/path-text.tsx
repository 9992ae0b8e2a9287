import { visibleText } from '../../lib/visible-text.ts';

/** The name first, where it lies after it. */
export function PathText({ path }: { path: string }) {
  const at = path.lastIndexOf('/');
  return (
    <>
      <span className="min-w-0 flex-none truncate max-w-[70%]">{visibleText(path.slice(at + 1))}</span>
      <span className="min-w-0 truncate text-ink-3">{at === -1 ? '' : visibleText(path.slice(0, at))}</span>
    </>
  );
}
