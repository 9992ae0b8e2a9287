import type { Note } from './effects.ts';

/** Structured lines: what happened in which room. Never content, keys, names or addresses. */
export type LogLine = { level: 'info' | 'warn' | 'error'; event: string; room?: string; [detail: string]: unknown };
export type Log = (line: LogLine) => void;

/** Only what an operator acts on; entering and leaving are counted, not logged. */
export function lineOf(note: Note, roomId: string): LogLine | undefined {
  switch (note.name) {
    case 'host_seated':
      return { level: 'info', event: note.name, room: roomId, gen: note.gen, takeover: note.takeover };
    case 'host_left':
      return { level: 'info', event: note.name, room: roomId };
    case 'closed':
      return note.reason === 'replaced' || note.reason === 'closed_by_host'
        ? undefined
        : { level: 'warn', event: note.name, room: roomId, reason: note.reason };
    case 'member_entered':
    case 'member_left':
    case 'forwarded':
    case 'dropped':
      return undefined;
  }
}
