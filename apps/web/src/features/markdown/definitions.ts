import { safeUrl } from './safe-url.ts';

const definition = /^ {0,3}\[((?:\\.|[^\]\\])+)\]:\s*(<[^>]*>|\S+)/;

/**
 * The address of a reference link stands for nothing but its link, and is not drawn. `[ERROR]: timeout` only looks like
 * one, and one that no link names would be gone for who reads. `text`: all that may name it; `undefined` while it grows.
 */
export function isHiddenDefinition(raw: string, text: string | undefined): boolean {
  const [, label = '', address = ''] = definition.exec(raw) ?? [];
  if (safeUrl(address.replace(/^<|>$/g, '')) === undefined) return false;
  return text === undefined || labelsIn(text).has(plain(label));
}

const plain = (label: string): string => label.trim().replace(/\s+/g, ' ').toLowerCase();

let last: { text: string; labels: ReadonlySet<string> } = { text: '', labels: new Set() };

/** What stands in brackets and is no definition. One pass for all definitions of a text. */
function labelsIn(text: string): ReadonlySet<string> {
  if (last.text !== text)
    last = {
      text,
      labels: new Set([...text.matchAll(/\[([^[\]]{1,999})\](?!:)/g)].map(([, label = '']) => plain(label))),
    };
  return last.labels;
}
