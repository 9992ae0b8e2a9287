/** What stands where there is no room: before it, in its place, after it. */
import { byeCodes } from '@collagility/protocol/errors';
import { emptyView } from '../src/features/connection/empty-view.ts';
import type { RoomPhase, RoomView } from '../src/features/room/room-view.ts';
import { steadyMs } from '../src/lib/steady-clock.ts';

const phase = (value: RoomPhase): RoomView => ({ ...emptyView, phase: value });

export const phaseStates = {
  'no-link': phase({ name: 'no_link' }),
  'damaged-link': phase({ name: 'damaged_link' }),
  join: phase({ name: 'ready_to_join', roomIdStart: '7c2f41ab90de' }),
  connecting: phase({ name: 'connecting' }),
  waiting: phase({
    name: 'waiting_at_door',
    words: ['copper', 'lantern', 'orbit', 'maple'],
    sinceMs: steadyMs() - 38_000,
  }),
  'other-tab': phase({ name: 'other_tab' }),
  'paused-joining': phase({ name: 'paused' }),
  'storage-full': phase({ name: 'storage_full' }),
  'other-browser': phase({ name: 'other_browser' }),
  'older-host': phase({ name: 'older_host' }),
  fork: phase({ name: 'fork' }),
  version: phase({ name: 'version_mismatch' }),
  unreachable: phase({ name: 'relay_unreachable', relay: 'https://relay.example.com', retryAtMs: steadyMs() + 9000 }),
  'no-such-room': phase({ name: 'refused_by_relay', reason: 'no_such_room' }),
  'relay-host-away': phase({ name: 'refused_by_relay', reason: 'host_away' }),
  'relay-unknown-link': phase({ name: 'refused_by_relay', reason: 'unknown_admission_key' }),
  'relay-full': phase({ name: 'refused_by_relay', reason: 'room_full' }),
  'relay-conflict': phase({ name: 'refused_by_relay', reason: 'host_conflict' }),
  ...Object.fromEntries(
    Object.keys(byeCodes).map((code) => [
      `bye-${code}`,
      phase({ name: 'refused_by_host', code: code as keyof typeof byeCodes }),
    ]),
  ),
};
