import { visibleText } from '../lib/visible-text.ts';
import { cx } from './class-names.ts';
import { Unbroken } from './unbroken.tsx';

/** What is to be done, as a driver says it: the words as text, what stands between backticks as code. A bare command is code whole. */
export function WordsWithCode({ text, className }: { text: string; className?: string }) {
  const look = cx('[overflow-wrap:anywhere]', className);
  // A sentence begins with a capital letter, a command does not.
  if (!text.includes('`') && !/^\p{Lu}/u.test(text))
    return (
      <code className={look}>
        <Unbroken text={visibleText(text)} />
      </code>
    );
  return text.split(/`([^`]+)`/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other identity
      <code key={index} className={look}>
        <Unbroken text={visibleText(part)} />
      </code>
    ) : (
      visibleText(part)
    ),
  );
}
