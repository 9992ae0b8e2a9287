import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A rule file is written line by line by Codex and by its user; more than this is not read. */
const maxFileBytes = 256 * 1024;
const maxShown = 20;

/**
 * The commands that rules in Codex's own folder allow for good: they run unasked whatever the policy says. In words
 * for the room. Codex has no request for them, so its files are read.
 */
export async function allowedByRules(codexHome: string | undefined): Promise<string[]> {
  if (codexHome === undefined) return [];
  const folder = join(codexHome, 'rules');
  const names = await readdir(folder).catch(() => []);
  const texts = await Promise.all(
    names.filter((name) => name.endsWith('.rules')).map((name) => readFile(join(folder, name), 'utf8').catch(() => '')),
  );
  const rules = texts.flatMap((text) => allowRules(text.slice(0, maxFileBytes)));
  const more = rules.length > maxShown ? [`${rules.length - maxShown} more rules of Codex`] : [];
  return [...rules.slice(0, maxShown), ...more];
}

function allowRules(text: string): string[] {
  const withoutComments = text.replaceAll(/^\s*#.*$/gm, '');
  return [...withoutComments.matchAll(/prefix_rule\s*\(([\s\S]*?)\)\s*(?:\n|$)/g)].flatMap(([, body = '']) => {
    if (!/decision\s*=\s*"allow"/.test(body) && /decision\s*=/.test(body)) return [];
    const pattern = /pattern\s*=\s*\[([\s\S]*)\]/.exec(body)?.[1] ?? '?';
    const words = [...pattern.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word = '']) => word);
    return [`commands that begin with \`${words.join(' ')}\` (a rule of Codex)`];
  });
}
