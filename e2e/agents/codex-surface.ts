import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Json = Record<string, unknown>;

/** What the driver sends; of these the fields are kept too. */
const used = new Set([
  'initialize',
  'account/read',
  'model/list',
  'thread/start',
  'thread/resume',
  'thread/fork',
  'thread/revert',
  'thread/turns/list',
  'thread/compact/start',
  'thread/settings/update',
  'thread/backgroundTerminals/clean',
  'turn/start',
  'turn/steer',
  'turn/interrupt',
]);

/** The part of a generated schema of the app-server that matters to the driver: names, and fields of what it uses. */
export function surfaceOf(folder: string): Json {
  const read = (name: string): Json => asJson(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')));
  const requests = methodsOf(read('ClientRequest'));
  const notifications = read('ServerNotification');
  const definitions = asJson(notifications['definitions']);
  return {
    clientRequests: Object.keys(requests).filter((name) => !used.has(name)),
    usedRequests: Object.fromEntries(Object.entries(requests).filter(([name]) => used.has(name))),
    serverRequests: methodsOf(read('ServerRequest')),
    serverNotifications: methodsOf(notifications),
    items: variantsOf(asJson(definitions['ThreadItem']), 'type'),
    errorInfo: errorNames(asJson(definitions['CodexErrorInfo'])),
  };
}

function methodsOf(schema: Json): Json {
  const definitions = asJson(schema['definitions']);
  const entries = list(schema['oneOf']).map((entry): [string, string[]] => {
    const properties = asJson(entry['properties']);
    const name = String(list1(asJson(properties['method'])['enum'])[0]);
    const reference = String(asJson(properties['params'])['$ref'] ?? '').replace('#/definitions/', '');
    return [name, Object.keys(asJson(asJson(definitions[reference])['properties'])).sort()];
  });
  return sorted(entries);
}

function variantsOf(schema: Json, key: string): Json {
  return sorted(
    list(schema['oneOf']).map((entry): [string, string[]] => {
      const properties = asJson(entry['properties']);
      return [String(list1(asJson(properties[key])['enum'])[0]), Object.keys(properties).sort()];
    }),
  );
}

const errorNames = (schema: Json): string[] =>
  list(schema['oneOf'])
    .flatMap((entry) => [...list1(entry['enum']).map(String), ...Object.keys(asJson(entry['properties']))])
    .sort();

const sorted = (entries: Array<[string, string[]]>): Json =>
  Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));

const asJson = (value: unknown): Json => (typeof value === 'object' && value !== null ? { ...value } : {});
const list1 = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const list = (value: unknown): Json[] => list1(value).map(asJson);
