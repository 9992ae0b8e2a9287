import { as, type PromptId } from '@collagility/protocol/ids';
import type { TimelineItem } from '@collagility/protocol/state';
import { screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { fold, host, opening, people, type Told, viewOf } from '../../../shots/rooms.ts';
import { busy, work } from '../../../shots/session.ts';
import { loadParts } from '../../lib/lazy-part.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { RowView } from './row-view.tsx';
import { rowsOf } from './rows.ts';

const draw = (told: Told[], extra: TimelineItem[] = []) => {
  const state = fold(told);
  const items = [...state.items, ...extra];
  const room = new TestRoom(viewOf({ ...state, items }, host));
  return room.render(rowsOf(items).map((row) => <RowView key={row.id} row={row} />));
};

beforeAll(loadParts);
afterEach(() => vi.restoreAllMocks());

describe('[B07] things this page does not know', () => {
  test('an unknown event is a small neutral card', () => {
    draw(opening, [{ kind: 'unknown', id: 'u1', seq: 99, lastSeq: 99, atMs: 0, nativeType: 'quantum_update' }]);
    expect(screen.getByText(/quantum_update/)).toBeTruthy();
  });

  test('a kind of item from a newer host is one too', () => {
    const newer = JSON.parse('{"kind":"hologram","id":"h","seq":100,"lastSeq":100,"atMs":0}') as TimelineItem;
    draw(opening, [newer]);
    expect(screen.getByText(/hologram/)).toBeTruthy();
  });

  test('a card that cannot be drawn takes no other with it', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const broken = JSON.parse(
      '{"kind":"plan","id":"broken","seq":100,"lastSeq":100,"atMs":0,"agentId":"x","entries":null}',
    ) as TimelineItem;
    draw([...opening, ...people], [broken]);
    expect(screen.getByText(/could not be drawn/)).toBeTruthy();
    expect(screen.getByText(/Ada joined/)).toBeTruthy();
  });
});

describe('a session', () => {
  test('who joined stands there by the name they have now, as in every other row', () => {
    draw([...opening, { type: 'member.renamed', participantId: host, name: 'Hanako' }]);
    expect(screen.getByText('Hanako joined')).toBeTruthy();
  });

  test('from where a forked agent goes on is quoted from what this page has, and from nothing else', () => {
    const prompt = fold(busy).items.find((item) => item.kind === 'prompt');
    if (prompt?.kind !== 'prompt') throw new Error('This session has no prompt.');
    const added = (afterPromptId: PromptId): TimelineItem => ({
      ...{ kind: 'notice', id: `n-${afterPromptId}`, seq: 9_000, lastSeq: 9_000, atMs: 0, level: 'info' },
      ...{ code: 'agent_added', text: 'B was added, as a copy of A after an earlier prompt.', afterPromptId },
    });
    draw(busy, [added(prompt.promptId), added(as<PromptId>('older than what was given'))]);
    const notices = screen.getAllByText(/as a copy of A after an earlier prompt/);
    expect(notices.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining(`after an earlier prompt. “${prompt.text.slice(0, 40)}`),
      'B was added, as a copy of A after an earlier prompt.',
    ]);
  });

  test('everything it holds is drawn', async () => {
    draw(busy);
    expect((await screen.findAllByText('pnpm vitest run')).length).toBeGreaterThan(0);
    expect(screen.queryByText(/could not be drawn/)).toBeNull();
    expect(screen.getByText(/Retry failed webhook deliveries/)).toBeTruthy();
    expect(screen.getByText('Read 3 files')).toBeTruthy();
  });

  test('[B56] names and paths with markup are text', async () => {
    const named = work.map(
      (event): Told =>
        event.type === 'ai.file.changed' ? { ...event, path: '<img src=x onerror=alert(1)>.ts' } : event,
    );
    const evil: Told[] = people.map(
      (event): Told => (event.type === 'member.joined' ? { ...event, name: '<b onclick=x>Ada</b>' } : event),
    );
    const { container } = draw([...opening, ...evil, ...named]);
    expect((await screen.findAllByText(/onerror=alert/)).length).toBeGreaterThan(0);
    expect(container.querySelector('img, b[onclick]')).toBeNull();
    expect(screen.getAllByText(/<b onclick=x>Ada<\/b> joined/).length).toBeGreaterThan(0);
  });
});
