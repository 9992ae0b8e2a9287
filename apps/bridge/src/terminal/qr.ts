import { encode } from 'uqr';

// Black on white whatever the terminal's colours are: cameras want it so.
const open = '\u001b[30;107m';
const close = '\u001b[0m';

/** The link as lines of half blocks, two modules a character. */
export function qrLines(link: string): string[] {
  const { data } = encode(link, { ecc: 'L', border: 2 });
  const lines: string[] = [];
  for (let y = 0; y < data.length; y += 2) {
    const upper = data[y] ?? [];
    const lower = data[y + 1] ?? [];
    const line = upper.map((isDark, x) => (isDark ? (lower[x] ? '█' : '▀') : lower[x] ? '▄' : ' ')).join('');
    lines.push(`${open}${line}${close}`);
  }
  return lines;
}
