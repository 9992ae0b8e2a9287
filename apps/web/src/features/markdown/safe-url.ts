const allowed = new Set(['http:', 'https:', 'mailto:']);

/** An address that may be a link: absolute, and only http, https or mailto. Everything else is text. */
export function safeUrl(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  const parsed = URL.parse(url);
  return parsed !== null && allowed.has(parsed.protocol) ? parsed.href : undefined;
}
