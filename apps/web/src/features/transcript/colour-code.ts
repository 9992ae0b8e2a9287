import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore, type LanguageInput } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import type { Token } from './highlighter.ts';

/** Grammars come one by one, when code of that language is shown. */
const languages: Record<string, LanguageInput> = {
  typescript: () => import('shiki/langs/typescript.mjs'),
  tsx: () => import('shiki/langs/tsx.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  shellscript: () => import('shiki/langs/shellscript.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  markdown: () => import('shiki/langs/markdown.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  c: () => import('shiki/langs/c.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  ruby: () => import('shiki/langs/ruby.mjs'),
  docker: () => import('shiki/langs/docker.mjs'),
  diff: () => import('shiki/langs/diff.mjs'),
};

const aliases: Record<string, string> = {
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'tsx',
  jsonc: 'json',
  py: 'python',
  sh: 'shellscript',
  bash: 'shellscript',
  shell: 'shellscript',
  zsh: 'shellscript',
  console: 'shellscript',
  md: 'markdown',
  yml: 'yaml',
  rs: 'rust',
  rb: 'ruby',
  h: 'c',
  dockerfile: 'docker',
  patch: 'diff',
};

const theme = createCssVariablesTheme({ name: 'tokens', variablePrefix: '--shiki-', fontStyle: false });
let highlighter: Promise<HighlighterCore> | undefined;

/** Language of a name or a file's ending; `undefined` where none is known. */
function languageOf(name: string): string | undefined {
  const lower = name.toLowerCase();
  const known = aliases[lower] ?? lower;
  return Object.hasOwn(languages, known) ? known : undefined;
}

/**
 * Colours code; `undefined` where the language is not known. Runs in a Worker: the first line of a language compiles
 * its grammar, which alone is longer than a frame.
 */
export async function colourCode(code: string, name: string): Promise<Token[][] | undefined> {
  const language = languageOf(name);
  const grammar = language === undefined ? undefined : languages[language];
  if (language === undefined || grammar === undefined) return undefined;
  highlighter ??= createHighlighterCore({
    themes: [theme],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
  const core = await highlighter;
  if (!core.getLoadedLanguages().includes(language)) await core.loadLanguage(grammar);
  return core
    .codeToTokensBase(code, { lang: language, theme: 'tokens' })
    .map((line) => line.map(({ content, color }) => ({ content, ...(color !== undefined && { color }) })));
}
