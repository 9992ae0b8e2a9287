import type { TerminalNews } from '@collagility/protocol/client/terminals';
import type { Command } from '@collagility/protocol/commands';
import { as, type CommandId } from '@collagility/protocol/ids';
import type { WorkspaceAnswer, WorkspaceAsk } from '@collagility/protocol/workspace';
import { render } from '@testing-library/react';
import { act, type ReactNode } from 'react';
import { type RoomStore, RoomStoreContext } from '../features/room/room-store.ts';
import { RoomUiContext } from '../features/room/room-ui.ts';
import type { RoomActions, RoomView, Unsigned } from '../features/room/room-view.ts';
import { useRoomUiState } from '../features/room/use-room-ui-state.ts';

/** A room of a test: shows a view, changes it, and remembers what was asked for. */
export class TestRoom implements RoomStore {
  readonly sent: Unsigned<Command>[] = [];
  readonly calls: string[] = [];
  /** What the host says about the shared folder, by kind of question. */
  readonly answers: Partial<Record<WorkspaceAsk['ask'], (ask: WorkspaceAsk) => WorkspaceAnswer>> = {};
  /** Tells the page what a terminal shows, while it looks at one. */
  terminal: ((news: TerminalNews) => void) | undefined;
  readonly actions: RoomActions;
  #view: RoomView;
  readonly #listeners = new Set<() => void>();

  constructor(view: RoomView) {
    this.#view = view;
    const note =
      (name: string) =>
      (...rest: unknown[]): void => {
        this.calls.push([name, ...rest].join(' '));
      };
    this.actions = {
      join: note('join'),
      useHere: note('useHere'),
      send: (command) => {
        this.sent.push(command);
        return as<CommandId>(`c${this.sent.length}`);
      },
      retry: note('retry'),
      dismiss: note('dismiss'),
      typing: () => undefined,
      looking: note('looking'),
      loadOlder: note('loadOlder'),
      fetchBlob: async () => new TextEncoder().encode('the whole part'),
      ask: async <Ask extends WorkspaceAsk>(ask: Ask) => {
        const answer = this.answers[ask.ask]?.(ask);
        if (answer === undefined) throw new Error('not_compared');
        return answer as WorkspaceAnswer<Ask>;
      },
      upload: async (bytes, name, mimeType) => {
        this.calls.push(['upload', bytes.length, name, mimeType].join(' '));
        return { blob: 'b1', len: bytes.length, hash: 'h1' };
      },
      watchTerminal: (_agentId, news) => {
        this.terminal = news;
        return () => {
          this.terminal = undefined;
        };
      },
      refreshTerminal: note('refreshTerminal'),
      pressKeys: note('pressKeys'),
      reconnectNow: note('reconnectNow'),
      leave: note('leave'),
    };
  }

  get = (): RoomView => this.#view;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  change(part: Partial<RoomView>): void {
    this.#view = { ...this.#view, ...part };
    act(() => {
      for (const listener of this.#listeners) listener();
    });
  }

  /** Draws something inside this room. */
  render(children: ReactNode) {
    return render(
      <RoomStoreContext.Provider value={this}>
        <WithUi>{children}</WithUi>
      </RoomStoreContext.Provider>,
    );
  }
}

function WithUi({ children }: { children: ReactNode }) {
  return <RoomUiContext.Provider value={useRoomUiState()}>{children}</RoomUiContext.Provider>;
}
