/** Whether a link leads to this very machine only. */
export function isLoopback(link: string): boolean {
  const host = URL.parse(link)?.hostname;
  return host !== undefined && (host === 'localhost' || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host));
}
