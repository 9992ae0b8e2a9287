import { strings } from '../../strings.ts';
import { cx } from '../../ui/class-names.ts';

/** Four words, numbered, to be read out. */
export function SafetyWords({ words, className }: { words: readonly string[]; className?: string }) {
  return (
    <ol
      aria-label={strings.joining.words}
      className={cx(
        'grid grid-cols-2 gap-x-6 font-medium font-mono text-20 leading-[30px] max-sm:text-[19px]',
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
