/** What a table says of a word that somebody else chose: `constructor` and its like are in every object, and in no table. */
export const ownValue = <T>(table: Readonly<Record<string, T>>, key: string | undefined): T | undefined =>
  key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
