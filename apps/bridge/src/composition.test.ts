import { readFileSync, writeFileSync } from 'node:fs';
import { summaryMarkdown } from '@collagility/adapters/capabilities';
import { expect, test } from 'vitest';
import { createRegistry } from './composition.ts';

const readme = new URL('../../../README.md', import.meta.url);

test("the README's table of agents is what the registry says (UPDATE_README=1 writes it)", () => {
  const rows = createRegistry()
    .all()
    .map((factory) => factory.row);
  const [before, , after] = readFileSync(readme, 'utf8').split(/<!-- agents:(?:start|end) -->\n/);
  const wanted = `${before}<!-- agents:start -->\n${summaryMarkdown(rows)}\n<!-- agents:end -->\n${after}`;
  if (process.env.UPDATE_README) writeFileSync(readme, wanted);
  expect(readFileSync(readme, 'utf8')).toBe(wanted);
});
