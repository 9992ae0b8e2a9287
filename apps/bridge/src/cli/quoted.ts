/** A word as it is typed in a shell. */
export const quoted = (word: string): string =>
  /^[\w./:~@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
