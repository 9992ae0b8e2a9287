import type { TerminalNews } from '@collagility/protocol/client/terminals';
import { as, type CommandId } from '@collagility/protocol/ids';
import type { WorkspaceAnswer, WorkspaceAsk } from '@collagility/protocol/workspace';
import { steadyMs } from '../../lib/steady-clock.ts';
import type { RoomStore } from '../room/room-store.ts';
import type { RoomActions, RoomView } from '../room/room-view.ts';
import { watchAttention } from './attention.ts';
import { emptyView } from './empty-view.ts';
import { againMs, keepStarting } from './keep-starting.ts';
import type { PageMessage, Way, WorkerMessage } from './messages.ts';
import { applyPatch } from './view-patch.ts';

export type ConnectionOptions = {
  way: Way;
  relay: string;
  isBound: boolean;
  /** Shown until the Worker has looked at the link. */
  firstPhase: RoomView['phase'];
  onWelcome: (roomId: string) => void;
  /** The link's check value does not fit: it is good for nothing, also after a reload. */
  onDamaged: () => void;
};

type Waiting = { done: (message: WorkerMessage) => void; failed: (error: Error) => void };

/** The page's end of the Worker: views come in, at most one a frame; acts go out. */
export function connect(options: ConnectionOptions): RoomStore & { close(): void } {
  const listeners = new Set<() => void>();
  const waiting = new Map<number, Waiting>();
  let view: RoomView = { ...emptyView, phase: options.firstPhase };
  let isFrameDue = false;
  const terminals = new Map<number, (news: TerminalNews) => void>();
  let watches = 0;
  let requests = 0;

  const worker = keepStarting(
    () => new Worker(new URL('./room-worker.ts', import.meta.url), { type: 'module' }),
    (data: WorkerMessage) => heard(data),
    (trouble) => {
      const phases = {
        started: options.firstPhase,
        outdated: { name: 'version_mismatch' },
        away: { name: 'relay_unreachable', relay: options.relay, retryAtMs: steadyMs() + againMs },
      } as const;
      const phase = phases[trouble];
      pending = { ...pending, phase };
      schedule();
    },
  );
  const post = (message: PageMessage): void => worker.post(message);
  const tell = (): void => {
    isFrameDue = false;
    for (const listener of listeners) listener();
  };
  // A hidden page has no frames; it still must know, for its title.
  const schedule = (): void => {
    if (isFrameDue) return;
    isFrameDue = true;
    if (document.visibilityState === 'visible') requestAnimationFrame(tell);
    else setTimeout(tell, 0);
  };
  let pending = view;
  const heard = (data: WorkerMessage): void => {
    if (data.t === 'view') {
      pending = applyPatch(pending, data.patch);
      if (data.patch.set.phase?.name === 'damaged_link') options.onDamaged();
      schedule();
    } else if (data.t === 'terminal') terminals.get(data.watch)?.(data.news);
    else if (data.t === 'welcome') options.onWelcome(data.roomId);
    else {
      const request = waiting.get(data.request);
      waiting.delete(data.request);
      if (data.t === 'refused') request?.failed(new Error(data.code));
      else request?.done(data);
    }
  };
  const ask = (message: (request: number) => PageMessage): Promise<WorkerMessage> =>
    new Promise((done, failed) => {
      requests += 1;
      waiting.set(requests, { done, failed });
      post(message(requests));
    });

  const stopWatching = watchAttention({
    attention: (attention) => post({ t: 'attention', attention }),
    woke: () => post({ t: 'woke' }),
  });
  const attention = document.visibilityState === 'visible' ? 'watching' : 'away';
  post({ t: 'open', way: options.way, relay: options.relay, isBound: options.isBound, attention });

  const actions: RoomActions = {
    join: (name) => {
      // Asked for at Join, its answer ignored: without it the store may be cleared, and one knocks again (CLG-09).
      navigator.storage?.persist?.().catch(() => undefined);
      post({ t: 'join', name });
    },
    useHere: () => post({ t: 'use_here' }),
    send: (command) => {
      const commandId = newCommandId();
      post({ t: 'send', commandId, command });
      return commandId;
    },
    retry: (commandId) => post({ t: 'retry', commandId }),
    dismiss: (commandId) => post({ t: 'dismiss', commandId }),
    typing: onlyChanges((isTyping) => post({ t: 'typing', isTyping })),
    looking: onlyNew((place) => post({ t: 'looking', place })),
    loadOlder: () => post({ t: 'load_older' }),
    fetchBlob: async (ref) => {
      const answer = await ask((request) => ({ t: 'fetch_blob', request, ref }));
      if (answer.t !== 'blob') throw new Error('Another answer than was asked for.');
      return answer.bytes;
    },
    ask: async <Ask extends WorkspaceAsk>(question: Ask) => {
      const answer = await ask((request) => ({ t: 'ask', request, ask: question }));
      if (answer.t !== 'answer') throw new Error('Another answer than was asked for.');
      // The Worker has read it by the schema of this very question.
      return answer.answer as WorkspaceAnswer<Ask>;
    },
    upload: async (bytes) => {
      const answer = await ask((request) => ({ t: 'upload', request, bytes }));
      if (answer.t !== 'uploaded') throw new Error('Another answer than was asked for.');
      return answer.blob;
    },
    watchTerminal: (agentId, news) => {
      watches += 1;
      const watch = watches;
      terminals.set(watch, news);
      post({ t: 'watch_terminal', agentId, watch });
      return () => {
        terminals.delete(watch);
        post({ t: 'unwatch_terminal', agentId, watch });
      };
    },
    refreshTerminal: (agentId) => post({ t: 'refresh_terminal', agentId }),
    pressKeys: (agentId, keys) => post({ t: 'keys', agentId, keys }),
    reconnectNow: () => post({ t: 'reconnect' }),
    leave: () => post({ t: 'leave' }),
  };

  return {
    get: () => {
      if (view !== pending && !isFrameDue) view = pending;
      return view;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    actions,
    close: () => {
      stopWatching();
      worker.end();
    },
  };
}

function newCommandId(): CommandId {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return as<CommandId>([...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(''));
}

/** The same place is told once. */
function onlyNew(tell: (place: string) => void): (place: string) => void {
  let last = '';
  return (place) => {
    if (place === last) return;
    last = place;
    tell(place);
  };
}

/** Typing is told when it begins, when it ends, and again while it goes on. */
function onlyChanges(tell: (isTyping: boolean) => void): (isTyping: boolean) => void {
  const againMs = 2500;
  let last = false;
  let atMs = 0;
  return (isTyping) => {
    const nowMs = performance.now();
    if (isTyping === last && (!isTyping || nowMs - atMs < againMs)) return;
    last = isTyping;
    atMs = nowMs;
    tell(isTyping);
  };
}
