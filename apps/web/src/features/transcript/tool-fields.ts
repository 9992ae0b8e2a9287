/** A tool's input as names and values; whole under one name where it is no object, or was cut in the middle. */
export function toolFields(json: string): [name: string, value: string][] {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [['input', json]];
    return Object.entries(value).map(([name, part]) => [name, typeof part === 'string' ? part : JSON.stringify(part)]);
  } catch {
    // Cut in the middle, or not JSON at all: shown as it is.
    return json === '' ? [] : [['input', json]];
  }
}
