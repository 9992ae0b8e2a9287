import { errorInfo } from './errors.ts';
import type { EventWriter } from './event-writer.ts';

/** A diagnostics entry is looked at by people; more than this is not. */
const maxRawUnits = 4_096;

export const tellRaw = (out: EventWriter, nativeType: string, text: string): void =>
  out.emit('RAW', { nativeType, text: text.slice(0, maxRawUnits) });

export const tellLineTooLong = (out: EventWriter, bytes: number): void =>
  out.error(errorInfo('PROTOCOL_VIOLATION', { message: `line_too_long: a line of ${bytes} bytes was skipped.` }));

export const tellStalled = (out: EventWriter, silentMs: number): void =>
  out.error(errorInfo('STALLED', { message: `No output for ${Math.round(silentMs / 1_000)} s.` }));

/** An answer did not go out: the exit that follows ends the turn; this only explains it. */
export const tellUnsent = (out: EventWriter, error: unknown): void =>
  tellRaw(out, 'unsent', error instanceof Error ? error.message : String(error));
