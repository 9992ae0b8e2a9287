import type { AdapterErrorCode } from './port.ts';

/** What a model's provider can do to an agent, with the words in which people read it. */
export const providerFaults = {
  keyRefused: 'The key is refused (401)',
  rateLimited: 'The rate is limited (429)',
  rateLimitedUntil: 'The rate is limited until a named time (429)',
  serverError: 'The provider fails (500)',
  overloaded: 'The provider is overloaded (529, 503)',
  contextFull: 'The conversation is too long',
  cutStream: 'The answer breaks off',
  stalledStream: 'The answer stands still',
  unreachable: 'Nobody answers',
} as const;
export type ProviderFault = keyof typeof providerFaults;

/**
 * What becomes of a fault. `code`: the turn fails with it. `waits`: the agent tries again by itself, longer than anybody
 * wants to watch; the turn stays open until a person interrupts it, and the room sees `notice` (null: it cannot, as the
 * agent says nothing). `hidden`: the turn ends as if all were well, since the agent tells it as text or not at all.
 */
export type FaultReading = AdapterErrorCode | FaultReadingInWords;
type FaultReadingInWords =
  | { readonly reads: 'code'; readonly code: AdapterErrorCode; readonly reason: string }
  | { readonly reads: 'waits'; readonly notice: AdapterErrorCode | null; readonly reason: string }
  | { readonly reads: 'hidden'; readonly reason: string };

export type FaultReadings = Readonly<Record<ProviderFault, FaultReading>>;

export const waits = (notice: AdapterErrorCode | null, reason: string): FaultReading => ({
  reads: 'waits',
  notice,
  reason,
});
export const hidden = (reason: string): FaultReading => ({ reads: 'hidden', reason });
/** A code that is not the exact one, because the agent does not tell them apart. */
export const mistaken = (code: AdapterErrorCode, reason: string): FaultReading => ({ reads: 'code', code, reason });

export const allProviderFaults: readonly ProviderFault[] = Object.keys(providerFaults).filter(
  (key): key is ProviderFault => Object.hasOwn(providerFaults, key),
);

/** One reading as a cell of a table. */
export function faultCell(reading: FaultReading): string {
  if (typeof reading === 'string') return reading;
  if (reading.reads === 'code') return `${reading.code}, not exact`;
  return reading.reads === 'hidden' ? 'not seen' : `tries again${reading.notice === null ? ' in silence' : ''}`;
}

/** How many of the faults a person reads as what they are: by their code, or while the agent tries again. */
export function faultsTold(faults: FaultReadings | undefined): string {
  if (faults === undefined) return 'not tried';
  const isTold = (reading: FaultReading): boolean =>
    typeof reading === 'string' || (reading.reads === 'waits' && reading.notice !== null);
  return `${Object.values(faults).filter(isTold).length} of ${allProviderFaults.length}`;
}
