import type { BlobRef, RiskClass } from '@collagility/protocol/events';
import type { Redactor } from '../redaction/redactor.ts';

/** Room for `shown` in one event of 48 KiB, which also holds questions or a plan. JSON in JSON doubles quotes. */
const maxShownBytes = 20 * 1024;
/** Shorter texts are not worth taking out. */
const minElidedUnits = 600;
const edgeUnits = 200;

export type Shown = {
  /** The one text that is shown and signed (CLG-71). */
  text: string;
  /** The input as shown: redacted, long parts taken out. */
  input: Record<string, unknown>;
  hidden: number;
  elided: Array<{ path: string; ref: BlobRef }>;
};

export type ShownRequest = {
  tool: string;
  input: Record<string, unknown>;
  cwd: string;
  agentId: string;
  risks: RiskClass[];
  /** Hash of the native request, hex (CLG-72). */
  call: string;
};

/**
 * What people decide on: made from what the agent will really use, parsed and written again, with secrets hidden and
 * long parts replaced by references that have to be opened before a guest may allow.
 */
export function makeShown(request: ShownRequest, redactor: Redactor, keepBlob: (bytes: Uint8Array) => BlobRef): Shown {
  const { value, hidden } = redactor.json(wellFormed(request.input));
  let input = toRecord(value);
  const elided: Shown['elided'] = [];
  const write = () =>
    JSON.stringify({
      tool: redactor.text(request.tool),
      input,
      cwd: redactor.text(request.cwd),
      agentId: request.agentId,
      risks: request.risks,
      hidden,
      elided: elided.map(({ path, ref }) => ({ path, blob: ref.blob, len: ref.len, hash: ref.hash })),
      call: request.call,
    });
  let text = write();
  while (bytesInEvent(text) > maxShownBytes) {
    const longest = longestString(input);
    if (longest === undefined) {
      // Very many short parts: the input as a whole becomes the reference.
      elided.push({ path: '', ref: keepBlob(new TextEncoder().encode(JSON.stringify(input))) });
      input = { '…': `${JSON.stringify(input).slice(0, edgeUnits).toWellFormed()}…` };
      text = write();
      break;
    }
    elided.push({ path: longest.path, ref: keepBlob(new TextEncoder().encode(longest.text)) });
    longest.replace(edges(longest.text));
    text = write();
  }
  return { text, input, hidden, elided };
}

const bytesInEvent = (text: string): number => Buffer.byteLength(JSON.stringify(text));
const edges = (text: string): string =>
  `${text.slice(0, edgeUnits)} … ${text.length - 2 * edgeUnits} more … ${text.slice(-edgeUnits)}`.toWellFormed();
const toRecord = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : { input: value };

/** Lone surrogates have no bytes of their own: two different texts would be signed as one. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key.toWellFormed(), wellFormed(part)]));
}

type Leaf = { path: string; text: string; replace(text: string): void };

function longestString(input: Record<string, unknown>): Leaf | undefined {
  let longest: Leaf | undefined;
  const walk = (holder: Record<string, unknown> | unknown[], path: string): void => {
    for (const [key, value] of Object.entries(holder)) {
      const here = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (typeof value === 'string') {
        if (value.length <= minElidedUnits || value.length <= (longest?.text.length ?? 0)) continue;
        longest = { path: here, text: value, replace: (text) => setOwn(holder, key, text) };
      } else if (Array.isArray(value)) walk(value, here);
      else if (isRecord(value)) walk(value, here);
    }
  };
  walk(input, '');
  return longest;
}

/** Also a key called `__proto__` is only a key. */
function setOwn(holder: object, key: string, value: string): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

const isRecord = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object';
