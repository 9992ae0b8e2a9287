/** A JSON object of the agent, known or not. */
export type Fields = Readonly<Record<string, unknown>>;

const none: Fields = {};

/*
 * Lenient reading at the edge: a field that is missing or of another type reads as absent, so that an older or newer
 * agent never breaks the reader. What is absent is decided by the caller, not guessed here.
 */

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textAt(fields: Fields, key: string): string | undefined {
  const value = fields[key];
  return typeof value === 'string' ? value : undefined;
}

export function numberAt(fields: Fields, key: string): number | undefined {
  const value = fields[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** An empty object where there is none. */
export function fieldsAt(fields: Fields, key: string): Fields {
  const value = fields[key];
  return isFields(value) ? value : none;
}

export function hasFieldsAt(fields: Fields, key: string): boolean {
  return isFields(fields[key]);
}

export function listAt(fields: Fields, key: string): readonly unknown[] {
  const value = fields[key];
  return Array.isArray(value) ? value : [];
}

/** The objects of a list; others in it are left out. */
export function objectsAt(fields: Fields, key: string): Fields[] {
  return listAt(fields, key).filter(isFields);
}

export function textsAt(fields: Fields, key: string): string[] {
  return listAt(fields, key).filter((value) => typeof value === 'string');
}

/** For `exactOptionalPropertyTypes`-like spreading: nothing where the value is undefined. */
export function given<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  const part: Partial<Record<K, V>> = {};
  if (value !== undefined) part[key] = value;
  return part;
}
