/** The settings of a `.env` file: `export`, quotes, values over several lines, comments; never an error. */
export function parseEnvFile(content: string): Array<{ name: string; value: string }> {
  const setting =
    /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*[=:][ \t]*("(?:\\[\s\S]|[^"\\])*"|'[^']*'|`[^`]*`|[^\r\n]*)/gm;
  const found: Array<{ name: string; value: string }> = [];
  for (const [, name = '', raw = ''] of content.matchAll(setting)) found.push({ name, value: unquote(raw) });
  return found;
}

function unquote(raw: string): string {
  const quote = raw[0];
  if (raw.length >= 2 && (quote === '"' || quote === "'" || quote === '`') && raw.endsWith(quote)) {
    const inner = raw.slice(1, -1);
    return quote === '"'
      ? inner
          .replace(/\\n/g, '\n')
          .replace(/\\r/g, '\r')
          .replace(/\\(["\\])/g, '$1')
      : inner;
  }
  // An unquoted value ends at a comment.
  const comment = /\s#/.exec(raw);
  return (comment === null ? raw : raw.slice(0, comment.index)).trim();
}
