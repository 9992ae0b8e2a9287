import type { RoomEvent } from '@collagility/protocol/events';
import { as, type CardId, type MemberId, type ParticipantId } from '@collagility/protocol/ids';
import type { LobbyCard } from '@collagility/protocol/private';
import { emptyRoomState, reduceMany } from '@collagility/protocol/reduce';
import { rightsOfRole } from '@collagility/protocol/rights';
import type { RoomState } from '@collagility/protocol/state';
import { describe, expect, test } from 'vitest';
import { plain } from '../terminal/style.ts';
import { viewOfRoom } from '../terminal/view-of-room.ts';
import type { HostActions, Ready, RoomWindow } from './face.ts';
import { JsonFace } from './json-face.ts';
import { logLines, TextFace } from './text-face.ts';

const host = as<ParticipantId>('host');
const shown = JSON.stringify({
  tool: 'Bash',
  input: { command: 'ls\nrm x', timeout: 5 },
  cwd: 'shop',
  risks: ['execute'],
});
const joined = (participantId: string, memberId: string, name: string, role: 'host' | 'co-driver') => ({
  type: 'member.joined' as const,
  atMs: 1,
  memberId,
  participantId,
  devicePk: 'aa',
  name,
  role,
  rights: { ...rightsOfRole[role], approve: true },
  color: 0,
  how: 'host' as const,
});
// Parsed nowhere: the types of ids are brands, so that the whole list is cast once.
const events = [
  { type: 'room.created', atMs: 1, roomId: 'ab', title: 'shop', workspaceName: 'shop' },
  joined('host', 'terminal', 'Ada', 'host'),
  joined('p2', 'm2', 'Bo\u001b[31m', 'co-driver'),
  {
    type: 'ai.agent.started',
    atMs: 1,
    agentId: 'a1',
    provider: 'mock',
    name: 'Mock agent',
    mode: 'ask',
    session: 'new',
    unasked: [],
    capabilities: [],
  },
  { type: 'ai.prompt.queued', atMs: 2, agentId: 'a1', promptId: 'q1', by: 'p2', text: 'first line\nsecond' },
  {
    type: 'approval.requested',
    atMs: 3,
    agentId: 'a1',
    approvalId: 'ap1',
    kind: 'permission',
    title: 'Run a command',
    toolName: 'Bash',
    shown,
    shownHash: '9f3c21ab00',
    risks: ['execute'],
    hidden: 1,
    elided: [],
    mayEdit: true,
    mayGiveFeedback: true,
  },
] as unknown as RoomEvent[];
const resolved = {
  type: 'approval.resolved',
  atMs: 4,
  agentId: 'a1',
  approvalId: 'ap1',
  outcome: 'denied',
  by: 'p2',
  feedback: 'use pnpm',
} as unknown as RoomEvent;

const fold = (all: readonly RoomEvent[]): RoomState => reduceMany(emptyRoomState('ab'), 1, all);
const card: LobbyCard = {
  cardId: as<CardId>('c1'),
  name: 'Cy',
  inviteId: as('i1'),
  inviteLabel: 'Link',
  role: 'co-driver',
  rights: rightsOfRole['co-driver'],
  words: ['copper', 'lantern', 'orbit', 'maple'],
  sinceHostMs: 1_000,
  kind: 'new',
};
function windowOf(state: RoomState, cards: LobbyCard[] = []): RoomWindow {
  return {
    state: () => state,
    self: host,
    online: () => [as<MemberId>('m2')],
    cards: () => cards,
    link: () => ({ kind: 'open' }),
    hostMs: () => 5_000,
    wallMs: () => 10_003,
  };
}
const ready = {
  roomId: 'ab',
  links: [],
  relay: 'r',
  page: 'opened',
  comeBack: () => 'collagility-bridge --resume',
  agent: { id: 'mock', name: 'Mock agent', why: 'w' },
  view: { notices: ["The room's file was damaged and has been repaired."] },
} as unknown as Ready;

describe('the room as the terminal sees it', () => {
  test('people, the request with all its fields, who may sign it', () => {
    const view = viewOfRoom({
      ...windowOf(fold(events)),
      state: fold(events),
      online: new Set([as<MemberId>('m2')]),
      cards: [card],
      link: { kind: 'waiting', failures: 1, pauseMs: 1, problem: 'the connection was cut' },
      hostMs: 5_000,
      wallMs: 10_003,
      chosen: { id: 'a1', name: 'Mock agent' },
      input: { kind: 'keys' },
    });
    expect(view.people.map(({ detail, isOnline }) => [detail, isOnline])).toEqual([
      ['you', true],
      ['co-driver, answers approvals', true],
    ]);
    expect(view.approval).toMatchObject({
      shown: ['ls', 'rm x', 'timeout: 5'],
      waitingMs: 10_000,
      fingerprint: 'input 9f3c 21ab',
      signers: 'You or Bo\\u{1b}[31m',
      facts: ['in shop', 'execute', '1 secret values hidden'],
    });
    expect(view.door[0]).toMatchObject({ waitingMs: 4_000, words: card.words });
    expect(view.link).toContain('the connection was cut');
    expect(view.guestsOnline).toBe(1);
  });

  test('the log says who did what, in text that cannot act on the terminal', () => {
    const state = fold([...events, resolved]);
    const text = [...events, resolved].flatMap((event) => logLines(event, windowOf(state), plain)).join('\n');
    expect(text).toContain('Bo\\u{1b}[31m joined as co-driver');
    expect(text).toContain('runs: first line (and 1 more lines)');
    expect(text).toContain('denied: ls (use pnpm)');
    expect(text).not.toContain('\u001b');
  });
});

describe('--json', () => {
  function face() {
    const lines: unknown[] = [];
    const done: string[] = [];
    const told =
      (name: string) =>
      (...args: unknown[]) =>
        void done.push([name, ...args.map((arg) => JSON.stringify(arg))].join(' '));
    const actions: HostActions = {
      admit: told('admit'),
      turnAway: told('turnAway'),
      answer: told('answer'),
      interrupt: told('interrupt'),
      goOn: told('goOn'),
      pauseOrResume: told('pauseOrResume'),
      panic: told('panic'),
      openPage: told('openPage'),
      newHostLink: () => 'http://host-link',
      end: told('end'),
    };
    const json = new JsonFace((text) =>
      lines.push(
        ...text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ),
    );
    json.notice('early');
    json.ready(ready, windowOf(fold(events), [card]), actions);
    return { json, lines, done };
  }

  test('the first line is ready; then each event is a line of its own, a card once', () => {
    const { json, lines } = face();
    json.changed();
    json.changed();
    for (const event of events) json.event(event);
    expect(lines[0]).toEqual({
      type: 'ready',
      roomId: 'ab',
      hostLink: 'http://host-link',
      links: [],
      relay: 'r',
      agent: { id: 'mock', name: 'Mock agent', why: 'w' },
    });
    // What was done to the journal is told to programs too.
    expect(lines).toContainEqual(
      expect.objectContaining({ text: "The room's file was damaged and has been repaired." }),
    );
    expect(lines.map((line) => (line as { type: string }).type)).toEqual([
      'ready',
      'notice',
      'notice',
      'door',
      'joined',
      'joined',
      'agent',
      'prompt',
      'approval',
    ]);
  });

  test('of several agents a program knows which one, and stops or resumes one of them', () => {
    const { json, lines, done } = face();
    for (const event of events) json.event(event);
    expect(lines).toContainEqual(expect.objectContaining({ type: 'prompt', agentId: 'a1' }));
    expect(lines).toContainEqual(expect.objectContaining({ type: 'approval', agentId: 'a1' }));
    json.received(
      '{"type":"interrupt","agentId":"a1"}\n{"type":"interrupt"}\n{"type":"resume_queue","agentId":"a1"}\n',
    );
    expect(done).toEqual(['interrupt ["a1"]', 'interrupt ', 'goOn ["a1"]']);
  });

  test('lines on stdin are acts, also in pieces; what is no request is said and does nothing', () => {
    const { json, lines, done } = face();
    json.received('{"type":"admit","ca');
    json.received('rdId":"c1"}\n{"type":"answer","approvalId":"ap1","decision":"deny","feedback":"no"}\n');
    json.received('nonsense\n{"type":"admit"}\n\n{"type":"resume_queue"}\n');
    expect(done).toEqual(['admit "c1"', 'answer "ap1" {"allow":false,"scope":"once","feedback":"no"}', 'goOn ']);
    expect(lines.slice(3)).toEqual([
      { type: 'error', code: 'bad_request', message: 'A line on stdin was not understood.' },
      { type: 'error', code: 'bad_request', message: 'A line on stdin was not understood.' },
    ]);
  });
});

const emptyView = {
  alsoHere: [],
  notices: [],
  agent: '',
  why: '',
  relay: '',
  reach: '',
  title: '',
  guestsSee: '',
  staysHere: '',
};

test('without a terminal a card is told once, with its words', () => {
  const written: string[] = [];
  const face = new TextFace((text) => written.push(text));
  face.ready({ ...ready, view: emptyView } as unknown as Ready, windowOf(fold(events), [card]));
  written.length = 0;
  face.changed();
  face.changed();
  expect(written.join('')).toBe('  Cy is at the door, words: copper lantern orbit maple. Let them in on your page.\n');
});

test.each(['by-hand', 'on-key'] as const)(
  'without keys, and with the own page not open (%s), the start says what helps, and no line says otherwise',
  (page) => {
    const written: string[] = [];
    const face = new TextFace((text) => written.push(text));
    face.ready({ ...ready, page, view: emptyView } as unknown as Ready, windowOf(fold(events), [card]));
    const start = written.join('').replaceAll(/\s+/g, ' ');
    expect(start).toContain('run it in a terminal');
    expect(start).toContain('its ready line has hostLink');
    expect(start.includes('leave out --no-open')).toBe(page === 'on-key');
    face.changed();
    expect(written.join('')).not.toContain('Let them in on your page.');
  },
);

test('a notice that quotes somebody is only text', () => {
  const written: string[] = [];
  new TextFace((text) => written.push(text)).notice('allowed by \u001b]0;x\u0007Bo\u202e\nsecond');
  expect(written.join('')).toBe('allowed by \\u{1b}]0;x\\u{7}Bo\\u{202e}\nsecond\n');
});

test("without a terminal too, the line at the end is only text, whatever a folder's name is", () => {
  const written: string[] = [];
  const face = new TextFace((text) => written.push(text));
  const comeBack = () => "collagility-bridge 'a\u001b]0;x\u0007\u202eb' --resume";
  face.ready({ ...ready, comeBack, view: emptyView } as unknown as Ready, windowOf(fold(events)));
  written.length = 0;
  face.ended();
  expect(written.join('')).toContain("'a\\u{1b}]0;x\\u{7}\\u{202e}b'");
});
