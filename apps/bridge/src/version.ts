import { readFileSync } from 'node:fs';

/** Written into the bundle by the build; from the sources it is read from package.json. */
export const version: string = process.env['COLLAGILITY_VERSION'] ?? versionOfSources();

function versionOfSources(): string {
  const json: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const found = typeof json === 'object' && json !== null && 'version' in json ? json.version : undefined;
  return typeof found === 'string' ? found : '0.0.0';
}
