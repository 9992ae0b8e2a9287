import { visibleParts } from '../lib/visible-text.ts';
import { Unbroken } from './unbroken.tsx';

/** Text that somebody decides on: every invisible character is drawn. */
export function ExactText({ text }: { text: string }) {
  return visibleParts(text).map((part, index) =>
    part.isEscape ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other identity
      <mark key={index} className="rounded-[3px] border border-warn-line bg-warn-soft px-0.5 text-warn">
        {part.text}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other identity
      <span key={index}>
        <Unbroken text={part.text} />
      </span>
    ),
  );
}
