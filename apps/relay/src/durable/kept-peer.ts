import type { KeptPeer } from '../peer.ts';

/**
 * Reads what a socket's attachment holds. It was written by us, perhaps by an older version of us: what does not
 * look right is `undefined`, and the socket is closed to start anew.
 */
export function parseKeptPeer(value: unknown): KeptPeer | undefined {
  if (!isRecord(value) || typeof value['heardMs'] !== 'number') return undefined;
  const { state, address } = value;
  if (!isRecord(state) || (address !== undefined && typeof address !== 'string')) return undefined;
  const parsed = parseState(state);
  return parsed && { state: parsed, address, heardMs: value['heardMs'] };
}

function parseState(state: Record<string, unknown>): KeptPeer['state'] | undefined {
  const { phase, challenge, authority, sinceMs, generation, keys, handle, id8, open } = state;
  switch (phase) {
    case 'challenge':
      if (typeof challenge !== 'string' || typeof authority !== 'string' || typeof sinceMs !== 'number')
        return undefined;
      return { phase, challenge, authority, sinceMs };
    case 'proving':
      return typeof sinceMs === 'number' ? { phase, sinceMs } : undefined;
    case 'host': {
      if (!isRecord(generation) || !isRecord(keys)) return undefined;
      const { gen, boot } = generation;
      const { written, partly } = keys;
      if (typeof gen !== 'number' || typeof boot !== 'string') return undefined;
      if (typeof written !== 'boolean' || typeof partly !== 'boolean') return undefined;
      return { phase, generation: { gen, boot }, keys: { written, partly } };
    }
    case 'member':
      if (typeof handle !== 'string' || typeof id8 !== 'string' || typeof open !== 'boolean') return undefined;
      return { phase, handle, id8, open };
    default:
      return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
