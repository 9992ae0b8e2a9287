import type { KeyChange } from '../effects.ts';
import type { KeySetState, Peer } from '../peer.ts';
import type { AdmissionKey } from '../record.ts';
import { controlToMember, type HostWord } from '../wire.ts';
import { announce } from './admission.ts';
import type { Floor } from './floor.ts';

/** What the host says to the relay itself (CLG-21, 22). */
export function hostWord<Port>(floor: Floor<Port>, host: Peer<Port>, word: HostWord, nowMs: number): void {
  switch (word.t) {
    case 'keys':
      identify(floor, host, { type: 'keys', more: word.more === true }, word.set);
      return;
    case 'key+':
      identify(floor, host, { type: 'key+' }, [word.pk]);
      return;
    case 'key-':
      for (const [id8, publicKey] of floor.record?.admission ?? []) {
        if (publicKey === word.pk) floor.store({ type: 'key_removed', id8 });
      }
      closeWithoutKey(floor, nowMs);
      return;
    case 'open': {
      const member = floor.members.get(word.h);
      if (member !== undefined) floor.setOpen(member, true);
      return;
    }
    case 'close': {
      const member = floor.members.get(word.h);
      if (member !== undefined) floor.close(member, word.code, nowMs);
      return;
    }
  }
}

/** Keys are named by a hash, which takes a moment; what the host says after them waits. */
function identify<Port>(floor: Floor<Port>, host: Peer<Port>, change: KeyChange, publicKeys: readonly string[]): void {
  host.held = [];
  floor.effects.push({ type: 'identify', port: host.port, change, publicKeys });
}

export function identified<Port>(
  floor: Floor<Port>,
  host: Peer<Port>,
  change: KeyChange,
  keys: AdmissionKey[],
  nowMs: number,
): void {
  if (host !== floor.host || host.state.phase !== 'host') return;
  const known = change.type === 'keys' ? floor.keySet.length : (floor.record?.admission.size ?? 0);
  if (known + keys.length > floor.setup.budgets.admissionKeys) {
    floor.close(host, 'too_many_keys', nowMs);
    return;
  }
  if (change.type === 'key+') {
    for (const key of keys) floor.store({ type: 'key_added', key });
    return;
  }
  floor.keySet.push(...keys);
  const { written } = host.state.keys;
  if (change.more) setKeyState(floor, host, { written, partly: true });
  else {
    floor.store({ type: 'keys', keys: floor.keySet });
    floor.keySet = [];
    closeWithoutKey(floor, nowMs);
    setKeyState(floor, host, { written: true, partly: false });
    if (!written) hostIsUp(floor);
  }
}

/** From here on members are told of the host and the host of its members. */
function hostIsUp<Port>(floor: Floor<Port>): void {
  for (const member of floor.members.values()) {
    announce(floor, member);
    floor.toOne(member, controlToMember({ t: 'host', up: true }));
  }
}

function setKeyState<Port>(floor: Floor<Port>, host: Peer<Port>, keys: KeySetState): void {
  if (host.state.phase !== 'host') return;
  const { written, partly } = host.state.keys;
  if (written === keys.written && partly === keys.partly) return;
  host.state = { ...host.state, keys };
  floor.remember(host);
}

/** A key that is gone takes its sockets with it. */
function closeWithoutKey<Port>(floor: Floor<Port>, nowMs: number): void {
  for (const member of [...floor.members.values()]) {
    if (member.state.phase !== 'member' || floor.record?.admission.has(member.state.id8)) continue;
    floor.close(member, 'unknown_admission_key', nowMs);
  }
}
