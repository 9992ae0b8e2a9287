import { type LiveText, lengthOf, withPiece } from '@collagility/protocol/live-text';
import type { TimelineItem } from '@collagility/protocol/state';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { fold, host, opening, viewOf } from '../../../shots/rooms.ts';
import { loadParts } from '../../lib/lazy-part.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { RowView } from './row-view.tsx';
import { rowsOf } from './rows.ts';

beforeAll(loadParts);

/** A build that runs, with this much of its output. */
function drawBuild(live: LiveText) {
  const state = fold([
    ...opening,
    {
      type: 'ai.tool.started',
      agentId: 'claude',
      toolId: 'build',
      toolName: 'Bash',
      kind: 'execute',
      title: 'make all',
      input: { text: '{"command":"make all"}' },
    } as never,
  ]);
  const view = (text: LiveText) => ({
    ...viewOf(state, host),
    live: { build: { k: 'tool' as const, b: 'build', x: text.x, cut: text.cut } },
  });
  const room = new TestRoom(view(live));
  const items: TimelineItem[] = state.items;
  room.render(rowsOf(items).map((row) => <RowView key={row.id} row={row} />));
  return (text: LiveText) => room.change(view(text));
}

test('the card of a long build stays live: its last lines as they come, how much is left out', async () => {
  let text: LiveText = { x: '' };
  const print = (piece: string) => {
    text = withPiece(text, lengthOf(text), piece);
  };
  for (let line = 1; line <= 20_000; line += 1) print(`[${line}/20000] \x1b[32mcompiled\x1b[0m another file\n`);
  const show = drawBuild(text);
  await waitFor(() => expect(document.body.textContent).toMatch(/\[20000\/20000\] compiled/));
  expect(text.x.length).toBeLessThanOrEqual(256 * 1024);
  print('linking 1%\rlinking 57%\rlinked\n');
  show(text);
  expect(document.body.textContent).toMatch(/linked/);
  expect(document.body.textContent).not.toMatch(/linking/);
  expect(screen.getByText(/First and last part; \d+ KB between them follow/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /Show all/ }));
  expect(document.body.textContent).toMatch(/\[19000\/20000\] compiled/);
  expect(document.body.textContent).not.toContain('\x1b');
});
