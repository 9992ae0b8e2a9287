/** Shared terminals as the pictures show them: states of the room, and what their screens draw. */
import type { TerminalNews } from '@collagility/protocol/client/terminals';
import { type AgentId, as } from '@collagility/protocol/ids';
import { rightsOfRole } from '@collagility/protocol/rights';
import type { RoomView } from '../src/features/room/room-view.ts';
import { steadyMs } from '../src/lib/steady-clock.ts';
import { fold, guestA, host, opening, people, type Told, viewOf } from './rooms.ts';

const agentId = as<AgentId>('cursor-agent');
const esc = '\x1b';
const at = (row: number, column = 1): string => `${esc}[${row};${column}H`;
const colour = (code: string, text: string): string => `${esc}[${code}m${text}${esc}[0m`;

const draw = [
  `${esc}[?1049h${esc}[2J`,
  at(1) + colour('1;38;2;147;165;255', ' cursor '),
  at(1, 10) + colour('2', 'parcel-api  fix/webhook-retry'),
  at(3) + colour('1', '> retry webhooks with a jittered back-off, at most five times'),
  `${at(5) + colour('36', '● ')}Read src/webhooks/deliver.ts`,
  `${at(6) + colour('36', '● ')}Edited src/webhooks/deliver.ts ${colour('32', '+12')} ${colour('31', '-3')}`,
  at(8) + colour('48;2;17;38;27', '+  const waitMs = backoff(attempt) * (0.5 + random());'.padEnd(90)),
  at(9) + colour('48;2;43;23;25', '-  const waitMs = 1000;'.padEnd(90)),
  `${at(11) + colour('36', '● ')}npm test`,
  at(12) + colour('2', '  └  42 passed, 0 failed (3.1 s)'),
  `${at(15)}┌${'─'.repeat(96)}┐`,
  at(16) +
    '│ ' +
    colour('33', 'Run this command? ') +
    colour('1', 'git push origin fix/webhook-retry') +
    at(16, 98) +
    '│',
  `${at(17)}│ ${colour('7', ' Yes ')}   No   Always for this session${at(17, 98)}│`,
  `${at(18)}└${'─'.repeat(96)}┘`,
  at(29) + colour('2', ' esc to cancel · enter to confirm'),
  `${esc}[?25l`,
].join('');

const started: Told = {
  type: 'ai.agent.started',
  agentId,
  provider: 'cursor-agent',
  name: 'Cursor (terminal)',
  mode: 'ask',
  session: 'new',
  unasked: ['whatever the program does: it asks on its own screen, if it asks at all'],
  capabilities: [],
};
const running: Told[] = [
  ...opening.filter(({ type }) => !type.startsWith('ai.')),
  ...people,
  started,
  { type: 'ai.terminal.started', agentId, columns: 100, rows: 30 },
  { type: 'ai.terminal.typed', agentId, by: host },
];
const ended: Told = {
  type: 'ai.terminal.ended',
  agentId,
  exitCode: 0,
  columns: 100,
  rows: 30,
  screen: { text: draw },
};
const failed: Told = { type: 'ai.agent.status', agentId, status: 'FAILED' };
const typist = { ...rightsOfRole['co-driver'], terminal: 'type' as const };
const given: Told = {
  type: 'member.rights_changed',
  participantId: guestA,
  role: 'co-driver',
  rights: typist,
  by: host,
};

const screen: TerminalNews = {
  type: 'screen',
  screen: {
    columns: 100,
    rows: 30,
    offset: 0,
    text: draw,
    title: 'cursor: parcel-api',
    activity: 'needs_input',
    isRunning: true,
  },
};

export const terminalStates: Record<string, RoomView> = {
  'terminal-host': viewOf(fold(running), host),
  'terminal-guest': viewOf(fold(running), guestA),
  'terminal-typist': viewOf(fold([...running, given]), guestA),
  'terminal-ended': viewOf(fold([...running, ended, failed]), host),
  'terminal-loading': viewOf(fold(running), guestA),
  'terminal-refused': viewOf(fold(running), guestA),
  'terminal-not-live': viewOf(fold(running), host, {
    liveness: { name: 'not_live', sinceMs: steadyMs() - 18_000, reason: 'silent' },
  }),
};

/** What a terminal of that state draws; nothing while it is fetched. */
export const terminalNews: Record<string, TerminalNews> = {
  'terminal-host': screen,
  'terminal-guest': screen,
  'terminal-typist': screen,
  'terminal-not-live': screen,
  'terminal-refused': { type: 'refused', code: 'terminal_closed' },
};
