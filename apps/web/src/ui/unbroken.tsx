/** Longer than this a word fits in no line of a phone and has to be broken somewhere. */
const longest = 34;
/** Longer texts are read, not typed after: they are left to the browser. */
const maxUnits = 4_000;

/** Text in which a line does not end inside `--resume` or `force-with-lease`: browsers break after any hyphen. */
export function Unbroken({ text }: { text: string }) {
  if (text.length > maxUnits || !text.includes('-')) return text;
  return text.split(/(\S*-\S*)/).map((part, index) =>
    index % 2 === 1 && part.length <= longest ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other identity
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
