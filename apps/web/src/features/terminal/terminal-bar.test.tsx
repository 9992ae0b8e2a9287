import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { terminalStates } from '../../../shots/terminals.ts';
import { TestRoom } from '../../testing/test-room.tsx';
import { TerminalBar } from './terminal-bar.tsx';

function draw(name: string, isTyping = false) {
  const view = terminalStates[name];
  const agent = Object.values(view?.state?.agents ?? {}).find((known) => known.terminal !== undefined);
  if (view === undefined || agent === undefined) throw new Error(`no state ${name}`);
  const room = new TestRoom(view);
  const onType = vi.fn();
  room.render(
    <TerminalBar
      agent={agent}
      views={null}
      title="vim"
      activity="busy"
      isTyping={isTyping}
      isFitted
      onType={onType}
      onFit={() => undefined}
      onText={() => undefined}
      fitting={() => ({ columns: 111, rows: 33 })}
    />,
  );
  return { room, onType };
}

describe('the bar of a terminal', () => {
  test('says to a viewer that they watch, and offers neither keys nor size', () => {
    draw('terminal-guest');
    expect(screen.getByText('You watch')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Type here' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Size:/ })).toBeNull();
    expect(screen.getByText('100 × 30')).toBeTruthy();
  });

  test('lets who may type begin, and leave by a button that names its key', () => {
    const { onType } = draw('terminal-typist');
    fireEvent.click(screen.getByRole('button', { name: 'Type here' }));
    expect(onType).toHaveBeenCalledWith(true);
  });

  test('says plainly that keys go out, while they do', () => {
    const { onType } = draw('terminal-typist', true);
    expect(screen.getByText('You type')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: /^Stop typing/ }));
    expect(onType).toHaveBeenCalledWith(false);
  });

  test('offers the size to the host alone; guests who may type have none either', () => {
    draw('terminal-typist');
    expect(screen.queryByRole('button', { name: /^Size:/ })).toBeNull();
  });

  test('sets the size for all, also to what fits this screen', () => {
    const { room } = draw('terminal-host');
    expect(screen.getByRole('button', { name: /^Size: 100 × 30/ })).toBeTruthy();
    fireEvent.click(screen.getByText('As large as here'));
    expect(room.sent).toEqual([{ type: 'terminal.resize', agentId: 'cursor-agent', columns: 111, rows: 33 }]);
  });

  test('keeps on a phone to one row: what is wanted less often stands in a menu', () => {
    vi.stubGlobal('matchMedia', (query: string) =>
      Object.assign(new EventTarget(), { matches: query === '(max-width: 40em)', media: query }),
    );
    try {
      const { room } = draw('terminal-host');
      expect(screen.queryByRole('button', { name: /^Size:/ })).toBeNull();
      expect(screen.getByRole('button', { name: 'More of this terminal' })).toBeTruthy();
      expect(screen.getByText('Read as text')).toBeTruthy();
      fireEvent.click(screen.getByText('Size for everybody: As large as here'));
      expect(room.sent).toMatchObject([{ type: 'terminal.resize', columns: 111, rows: 33 }]);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test('arms nothing while the room is not live', () => {
    draw('terminal-not-live');
    expect(screen.getByRole('button', { name: 'Type here' })).toHaveProperty('disabled', true);
  });

  test('tells a guess as a guess', () => {
    draw('terminal-guest');
    expect(screen.getByText('looks busy').closest('[title]')?.getAttribute('title')).toContain('A guess');
  });
});
