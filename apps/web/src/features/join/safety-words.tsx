import { strings } from '../../strings.ts';
import { cx } from '../../ui/class-names.ts';

/** Four words, numbered, to be read out. */
export function SafetyWords({ words, className }: { words: readonly string[]; className?: string }) {
  return (
    <ol
      aria-label={strings.joining.words}
      className={cx(
        'grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-x-6 font-medium font-mono text-20 leading-[1.875rem] max-sm:text-[1.1875rem]',
        className,
      )}
    >
      {words.map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same word may come twice; its place is its identity
        <li key={index} className="flex items-baseline gap-2.5 border-line-2 border-b py-[5px]">
          <span aria-hidden="true" className="text-11 text-ink-3">
            {index + 1}
          </span>
          {word}
        </li>
      ))}
    </ol>
  );
}
