import { cx } from './class-names.ts';

/** Filled: watching. Hollow: idle. Dashed: away. The shape says it without the colour. */
export function PresenceDot({ presence, label }: { presence: 'watching' | 'idle' | 'away'; label: string }) {
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={cx(
        'size-2 flex-none rounded-full',
        presence === 'watching' && 'bg-ok',
        presence === 'idle' && 'border-[1.5px] border-ink-3',
        presence === 'away' && 'border-[1.5px] border-ink-3 border-dashed',
      )}
    />
  );
}
