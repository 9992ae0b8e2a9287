/** How the host comes to their own page: it was opened, a key opens it, or a key prints its link. */
export type OwnPage = 'opened' | 'on-key' | 'by-hand';

/** What is said at the start where keys are pressed. */
export const pageWithKeys = (page: OwnPage): string | undefined =>
  page === 'by-hand' ? 'No browser can be opened here: o prints your page’s link.' : undefined;

/**
 * What is said at the start where no key can be pressed. The link itself is not printed: it makes who opens it a
 * host, and what is written here may end in a log that others read.
 */
export function pageWithoutKeys(page: OwnPage): string | undefined {
  if (page === 'opened') return undefined;
  const orElse = page === 'on-key' ? 'leave out --no-open, ' : '';
  return `Your own page is not open, and without keys it cannot be opened from here: nobody can be let in and no request answered. To be able to: ${orElse}run it in a terminal (o opens your page or prints its link), or use --json (its ready line has hostLink).`;
}
