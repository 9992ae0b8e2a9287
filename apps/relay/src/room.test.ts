import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { roomForgottenMs } from '@collagility/protocol/limits';
import { describe, expect, it } from 'vitest';
import { parseKeptPeer } from './durable/kept-peer.ts';
import { frameOf } from './testing/relay-world.ts';
import { RoomOnPaper } from './testing/room-on-paper.ts';

describe('slow readers', () => {
  const filled = (dropBytes = 10_000, closeBytes = 50_000, tellsWaiting = true) => {
    const budgets = { slowReaderDropBytes: dropBytes, slowReaderCloseBytes: closeBytes };
    const paper = new RoomOnPaper({ tellsWaiting, budgets });
    paper.host();
    paper.member('slow');
    paper.member('fast');
    return paper;
  };

  it('[L6] above the first mark only type 6 is left out, and only for the slow one', () => {
    const paper = filled();
    paper.waiting.set('slow', 10_001);
    for (const type of [5, 6, 7, 6] as const) paper.all(frameOf(type, 1));
    expect(paper.types('slow')).toEqual([5, 7]);
    expect(paper.types('fast')).toEqual([5, 6, 7, 6]);
  });

  it('[L6] above the second mark the socket is closed to catch up, and the others go on', () => {
    const paper = filled();
    paper.waiting.set('slow', 49_900);
    paper.all(frameOf(5, 1));
    expect(paper.closed.get('slow')).toBe('resync');
    paper.all(frameOf(5, 2));
    expect(paper.types('fast')).toEqual([5, 5]);
  });

  it('[L6] where no socket tells what waits, a member that answers no mark counts as stopped', () => {
    const paper = filled(600_000, 1_000_000, false);
    for (let n = 0; n < 60; n++) {
      paper.all(frameOf(n % 2 === 0 ? 5 : 6, n, 30_000));
      for (const message of paper.sent.get('fast')?.splice(0) ?? []) answerMarks(paper, 'fast', message);
    }
    expect(paper.closed.get('slow')).toBe('resync');
    expect(paper.closed.has('fast')).toBe(false);
    const slow = paper.types('slow');
    expect(slow.filter((type) => type === 5).length).toBeGreaterThan(slow.filter((type) => type === 6).length + 3);
  });
});

function answerMarks(paper: RoomOnPaper, port: string, message: Uint8Array): void {
  const text = Buffer.from(message).toString('latin1');
  const mark = /\{"t":"mark","n":\d+\}/.exec(text)?.[0];
  if (mark !== undefined) paper.say(port, JSON.parse(mark));
}

describe('time', () => {
  it('[CLG-20] [H15] a challenge that nobody answers in ten seconds ends its socket', () => {
    const paper = new RoomOnPaper();
    paper.connect('idle');
    paper.tick(paper.nowMs + 10_000);
    expect(paper.closed.size).toBe(0);
    paper.tick(paper.nowMs + 1);
    expect(paper.closed.get('idle')).toBe('challenge_timeout');
  });

  it('[CLG-20] [H15] an answer after ten seconds is refused even if no tick came before it', () => {
    const paper = new RoomOnPaper();
    paper.host();
    paper.connect('late');
    paper.nowMs += 10_001;
    paper.say('late', { t: 'admit', id8: 'aa'.repeat(8), auth: 'relay.example', sig: '00'.repeat(64) });
    expect(paper.closed.get('late')).toBe('challenge_timeout');
  });

  it('[CLG-23] a member silent for 75 s is closed, one that was heard is not', () => {
    const paper = new RoomOnPaper();
    paper.host();
    paper.member('silent');
    paper.member('heard');
    paper.nowMs += 70_000;
    paper.room.receive({ type: 'heard', port: 'heard', nowMs: paper.nowMs });
    paper.room.receive({ type: 'heard', port: 'host', nowMs: paper.nowMs });
    paper.tick(paper.nowMs + 5_001);
    expect([...paper.closed]).toEqual([['silent', 'silent']]);
  });

  it('a room is forgotten with all its keys, but never while its host is there', () => {
    const paper = new RoomOnPaper();
    paper.host();
    paper.forget();
    expect(paper.record?.admission.size).toBe(1);
    paper.disconnect('host');
    expect(paper.record?.hostSeenMs).toBe(paper.nowMs);
    paper.member('waiting', { open: false });
    paper.nowMs += roomForgottenMs;
    paper.forget();
    expect(paper.record).toBeUndefined();
    expect(paper.closed.get('waiting')).toBe('no_such_room');
  });
});

describe('keys that are still being named', () => {
  it('[CLG-36] who comes by a key that the host has just written is let in when it is named', () => {
    const room = new RoomOnPaper();
    room.host();
    room.namingTakesTime = true;
    room.say('host', { t: 'key+', pk: 'bb'.repeat(32) }, 'host');
    room.member('early', { key: 'bb', open: false });
    expect(room.closed.has('early')).toBe(false);
    room.nameKeys();
    expect(room.kept.get('early')?.state).toMatchObject({ phase: 'member', id8: 'bb'.repeat(8) });
  });

  it('[CLG-36] who comes by a key that is not among them is refused then', () => {
    const room = new RoomOnPaper();
    room.host();
    room.namingTakesTime = true;
    room.say('host', { t: 'key+', pk: 'bb'.repeat(32) }, 'host');
    room.member('stranger', { key: 'cc', open: false });
    expect(room.closed.has('stranger')).toBe(false);
    room.nameKeys();
    expect(room.closed.get('stranger')).toBe('unknown_admission_key');
  });

  it('who waits when the host leaves is told so', () => {
    const room = new RoomOnPaper();
    room.host();
    room.namingTakesTime = true;
    room.say('host', { t: 'key+', pk: 'bb'.repeat(32) }, 'host');
    room.member('early', { key: 'bb', open: false });
    room.disconnect('host');
    expect(room.closed.get('early')).toBe('host_away');
  });

  it('who leaves while waiting is forgotten', () => {
    const room = new RoomOnPaper();
    room.host();
    room.namingTakesTime = true;
    room.say('host', { t: 'key+', pk: 'bb'.repeat(32) }, 'host');
    room.member('early', { key: 'bb', open: false });
    room.disconnect('early');
    room.nameKeys();
    expect(room.room.has('early')).toBe(false);
    expect(room.kept.get('early')?.state.phase).toBe('proving');
  });
});

describe('limits', () => {
  it('[B47] joins of one address are counted together, another address is not touched', () => {
    const paper = new RoomOnPaper({ budgets: { addressJoins: { perSecond: 1, burst: 5 } } });
    for (let n = 0; n < 8; n++) paper.connect(`many${n}`, '198.51.100.7');
    expect([...paper.closed.values()]).toEqual(['rate', 'rate', 'rate']);
    paper.connect('other', '198.51.100.8');
    expect(paper.closed.has('other')).toBe(false);
    paper.nowMs += 2_000;
    paper.connect('again', '198.51.100.7');
    expect(paper.closed.has('again')).toBe(false);
  });

  it('[B47] more sockets of one address do not buy more frames', () => {
    const paper = new RoomOnPaper({ budgets: { addressFrames: { perSecond: 1, burst: 10 } } });
    paper.host();
    for (const port of ['a', 'b', 'c']) paper.member(port, { address: '198.51.100.7' });
    paper.member('elsewhere', { address: '198.51.100.8' });
    const entry = new Uint8Array(Buffer.concat([Buffer.from([0x30, 2, 0, 0]), frameOf(3, 1)]));
    for (let n = 0; n < 4; n++) for (const port of ['a', 'b', 'c']) paper.message(port, entry);
    expect(paper.closed.get('b')).toBe('rate');
    paper.message('elsewhere', entry);
    expect(paper.closed.has('elsewhere')).toBe(false);
  });

  it('a full room and a full address each say so', () => {
    const paper = new RoomOnPaper({ budgets: { socketsPerRoom: 3, socketsPerAddress: 2 } });
    for (const port of ['a', 'b', 'c']) paper.connect(port, '198.51.100.7');
    expect(paper.closed.get('c')).toBe('address_full');
    for (const port of ['d', 'e']) paper.connect(port);
    expect(paper.closed.get('e')).toBe('room_full');
    paper.disconnect('a');
    paper.connect('f', '198.51.100.7');
    expect(paper.closed.has('f')).toBe(false);
  });

  it('sockets that prove nothing cannot fill a room: the oldest makes place', () => {
    const paper = new RoomOnPaper({ budgets: { unprovenPerRoom: 3 } });
    paper.host();
    paper.member('member');
    for (let n = 0; n < 5; n++) paper.connect(`stranger${n}`);
    expect([...paper.closed]).toEqual([
      ['stranger0', 'challenge_timeout'],
      ['stranger1', 'challenge_timeout'],
    ]);
  });

  it('a host with more keys than the relay takes is told so, and loses nothing that was written before', () => {
    const paper = new RoomOnPaper({ budgets: { admissionKeys: 2 } });
    paper.host('host', { keys: ['aa', 'bb'] });
    paper.say('host', { t: 'key+', pk: 'cc'.repeat(32) }, 'host');
    expect(paper.closed.get('host')).toBe('too_many_keys');
    expect(paper.record?.admission.size).toBe(2);
  });
});

describe('sleep', () => {
  it('[CLG-23] [B41] what is kept of a socket fits 2 KB and reads back as it was', () => {
    const paper = new RoomOnPaper();
    paper.host();
    paper.member('member', { address: '2001:db8:1:2::/64' });
    paper.connect('stranger');
    for (const kept of paper.kept.values()) {
      expect(serialize(kept).length).toBeLessThan(500);
      expect(parseKeptPeer(structuredClone(kept))).toEqual(kept);
    }
  });

  it('[B41] a socket whose kept state is of no known shape is not taken for anything', () => {
    for (const value of [
      null,
      7,
      {},
      { heardMs: 1, state: { phase: 'host' } },
      { heardMs: 1, state: { phase: 'king' } },
    ]) {
      expect(parseKeptPeer(value)).toBeUndefined();
    }
  });

  it('[CLG-22] [B41] open handles are open after waking, closed ones closed, and the host keeps its seat', () => {
    const paper = new RoomOnPaper();
    paper.host();
    paper.member('open');
    paper.member('lobby', { open: false });
    paper.sleepAndWake();
    paper.all(frameOf(5, 1));
    expect(paper.types('open')).toEqual([5]);
    expect(paper.types('lobby')).toEqual([]);
  });

  it('[CLG-21] a key set cut in two by a sleep is written anew, never taken for the whole', () => {
    const paper = new RoomOnPaper();
    paper.host('host', { keys: ['aa', 'bb'] });
    paper.say('host', { t: 'keys', set: ['aa'.repeat(32)], more: true }, 'host');
    paper.sleepAndWake();
    expect(paper.closed.get('host')).toBe('internal');
    expect(paper.record?.admission.size).toBe(2);
  });
});

it('the relay knows nothing of what its rooms are for: the word does not occur in its sources', () => {
  const word = ['a', 'gent'].join('');
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const found = files.filter((name) =>
    readFileSync(join(import.meta.dirname, name), 'utf8')
      .toLowerCase()
      .includes(word),
  );
  expect(files.length).toBeGreaterThan(20);
  expect(found).toEqual([]);
});
