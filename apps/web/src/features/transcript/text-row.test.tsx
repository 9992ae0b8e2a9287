import { type AgentId, as, type StreamId } from '@collagility/protocol/ids';
import type { TextItem } from '@collagility/protocol/state';
import { screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { fold, host, opening, viewOf } from '../../../shots/rooms.ts';
import { loadParts } from '../../lib/lazy-part.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { useRoom } from '../room/room-store.ts';
import { TextRow } from './text-row.tsx';

beforeAll(loadParts);

const streamId = as<StreamId>('s1');
const text = 'The first paragraph, with [a link](https://example.com/a).\n\nThe second one.';
const writing: TextItem = {
  kind: 'text',
  id: 't1',
  seq: 900,
  lastSeq: 900,
  atMs: 0,
  agentId: as<AgentId>('mock'),
  streamId,
  state: 'streaming',
};

function Row() {
  const item = useRoom((view) => view.state?.items.find(({ id }) => id === 't1'));
  return item?.kind === 'text' ? <TextRow item={item} hasHeader={false} /> : null;
}

function openRoom(): { room: TestRoom; end: (content: TextItem['content']) => void } {
  const state = fold(opening);
  const withItem = (item: TextItem) => ({ state: { ...state, items: [...state.items, item] } });
  const room = new TestRoom({
    ...viewOf(state, host),
    ...withItem(writing),
    live: { s1: { k: 'text', b: 's1', x: text } },
  });
  room.render(<Row />);
  return {
    room,
    end: (content) =>
      room.change({
        ...withItem({ ...writing, state: 'ended', ...(content !== undefined && { content }) }),
        live: {},
      }),
  };
}

const paragraphs = () => [...document.querySelectorAll('.prose > p')];

describe('text that nobody writes any more', () => {
  test('is not shown as being written: not where the host is away, nor where the session has ended', () => {
    const state = fold(opening);
    const room = new TestRoom({ ...viewOf(state, host), live: { s1: { k: 'text', b: 's1', x: text } } });
    room.render(<TextRow item={writing} hasHeader />);
    const article = screen.getByRole('article');
    expect(article.getAttribute('aria-busy')).toBe('true');
    expect(screen.getByText('writing')).toBeTruthy();
    room.change({ liveness: { name: 'host_away', sinceMs: 0 } });
    expect(article.getAttribute('aria-busy')).toBe('false');
    expect(screen.queryByText('writing')).toBeNull();
    room.change({ liveness: { name: 'live' } });
    expect(screen.getByText('writing')).toBeTruthy();
    room.change({ state: { ...state, ended: { reason: 'host', atMs: 0 } } });
    expect(screen.queryByText('writing')).toBeNull();
  });
});

describe('text that ends', () => {
  test('stays the same elements: a long one is not built and laid out again in its last moment', async () => {
    const { end } = openRoom();
    await waitFor(() => expect(paragraphs()).toHaveLength(2));
    const before = paragraphs();
    end({ text });
    expect(paragraphs()).toEqual(before);
    await waitFor(() => expect(screen.getByRole('link').getAttribute('href')).toBe('https://example.com/a'));
    expect(paragraphs()[0]).toBe(before[0]);
  });

  test('too long to come along, it stays as it was read until the checked whole is here', async () => {
    const { room, end } = openRoom();
    await waitFor(() => expect(paragraphs()).toHaveLength(2));
    const [first] = paragraphs();
    let arrive: (bytes: Uint8Array) => void = () => undefined;
    room.actions.fetchBlob = () =>
      new Promise((resolve) => {
        arrive = resolve;
      });
    end({ blob: 'b1', hash: 'h1', len: 200_000, head: 'The first', tail: 'one.' });
    expect(paragraphs()[0]).toBe(first);
    expect(screen.queryByRole('link')).toBeNull();
    await waitFor(() => {
      arrive(new TextEncoder().encode(text));
      expect(screen.getByRole('link').getAttribute('href')).toBe('https://example.com/a');
    });
    expect(paragraphs()[0]).toBe(first);
  });

  test('that this page did not see being written shows its ends and how long it is, then the whole', async () => {
    const state = fold(opening);
    const content = { blob: 'b2', hash: 'h2', len: 200_000, head: 'Beginning', tail: 'ending' };
    const item: TextItem = { ...writing, state: 'ended', content };
    const room = new TestRoom(viewOf({ ...state, items: [...state.items, item] }, host));
    room.render(<Row />);
    await screen.findByText('Beginning');
    expect(screen.getByText('ending')).toBeTruthy();
    expect(await screen.findByText('the whole part')).toBeTruthy();
    expect(screen.queryByText('ending')).toBeNull();
  });

  test('that cannot be fetched says so, beside what there is of it', async () => {
    const { room, end } = openRoom();
    await waitFor(() => expect(paragraphs()).toHaveLength(2));
    room.actions.fetchBlob = () => Promise.reject(new Error('not_found'));
    end({ blob: 'b3', hash: 'h3', len: 200_000, head: 'The first', tail: 'one.' });
    expect(await screen.findByRole('button')).toBeTruthy();
    expect(screen.getByText(/The first paragraph/)).toBeTruthy();
  });
});
