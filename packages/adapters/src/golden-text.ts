import type { AdapterEvent } from './port.ts';

/** An event as one line of a golden file. Native lines are in the recording already. For tests only. */
export function goldenLine(event: AdapterEvent): string {
  const lane = event.promptId === undefined ? { lane: 'session' } : {};
  return JSON.stringify({ type: event.type, ...lane, ...shown(event) });
}

function shown(event: AdapterEvent): object {
  if (event.type === 'RAW') return { nativeType: event.payload.nativeType };
  if (event.type === 'TOOL_APPROVAL_REQUESTED') {
    const { nativeRequest: _, ...request } = event.payload;
    return request;
  }
  return event.payload;
}

export const isStderr = (event: AdapterEvent): boolean => event.type === 'RAW' && event.payload.nativeType === 'stderr';
