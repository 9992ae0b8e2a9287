import type { AcpProfile, StartFacts } from '../profile.ts';
import { unprovenRow } from '../row.ts';

/**
 * Agents that could not be had when this was written: their commands are from their makers' pages, the rest is as the
 * protocol says. The matrix says so for each; what they run unasked is unknown and told to the room as unknown.
 */

type Facts = {
  provider: string;
  name: string;
  why: string;
  start: Omit<StartFacts, 'installFix' | 'loginFix'>;
  login: string;
  install: string;
};

const unasked = ['unknown: nobody has measured what this agent runs without asking'];

const profileOf = (
  { provider, name, why, start, login, install }: Facts,
  more: Partial<AcpProfile> = {},
): AcpProfile => ({
  row: unprovenRow({ provider, name, credentialScope: `the login of ${name} on the host’s computer`, unproven: why }),
  start: { ...start, loginFix: login, installFix: install },
  asking: { unasked },
  ...more,
});

const needsAccount = 'It runs with an account only.';
const notOnNpm = 'It is not on npm.';

/** Its own requests stall it where they are refused; these answers choose nothing. */
export const cursor = profileOf(
  {
    provider: 'cursor',
    name: 'Cursor CLI',
    why: needsAccount,
    start: { binaries: ['cursor-agent'], places: ['~/.local/bin'], arguments: ['acp'], authenticateBy: 'cursor_login' },
    install: 'Install it from https://cursor.com/cli.',
    login: 'Run `cursor-agent login` on the host’s computer.',
  },
  {
    harmlessAnswers: {
      'cursor/ask_question': { outcome: { outcome: 'cancelled' } },
      'cursor/create_plan': { outcome: { outcome: 'cancelled' } },
      'cursor/update_todos': {},
      'cursor/task': {},
    },
  },
);

export const codebuddy = profileOf({
  provider: 'codebuddy',
  name: 'CodeBuddy',
  why: needsAccount,
  start: { binaries: ['codebuddy'], places: ['~/.local/bin'], arguments: ['--acp'] },
  install: 'Install CodeBuddy Code from its maker’s page.',
  login: 'Run `codebuddy` once on the host’s computer and log in.',
});

/** The server that its maker ships apart from the command line. */
export const antigravity = profileOf({
  provider: 'antigravity',
  name: 'Antigravity',
  why: notOnNpm,
  start: {
    binaries: ['agy_acp_server', 'agy_acp_server.par'],
    places: ['~/.local/bin'],
    arguments: process.platform === 'linux' ? ['--uid='] : [],
  },
  install: 'Install the ACP server of Antigravity from its maker’s page.',
  login: 'Log in to Antigravity on the host’s computer, or set GEMINI_API_KEY.',
});

export const kimi = profileOf({
  provider: 'kimi',
  name: 'Kimi CLI',
  why: notOnNpm,
  start: { binaries: ['kimi'], places: ['~/.local/bin'], arguments: ['acp'] },
  install: 'Run `uv tool install kimi-cli`.',
  login: 'Run `kimi` once on the host’s computer and log in.',
});

export const cline = profileOf({
  provider: 'cline',
  name: 'Cline CLI',
  why: needsAccount,
  start: { binaries: ['cline'], places: ['~/.npm-global/bin', '~/.local/bin'], arguments: ['--acp'] },
  install: 'Run `npm install -g cline`.',
  login: 'Run `cline auth` on the host’s computer.',
});

export const auggie = profileOf({
  provider: 'auggie',
  name: 'Auggie',
  why: needsAccount,
  start: { binaries: ['auggie'], places: ['~/.npm-global/bin', '~/.local/bin'], arguments: ['--acp'] },
  install: 'Run `npm install -g @augmentcode/auggie`.',
  login: 'Run `auggie login` on the host’s computer.',
});

export const droid = profileOf({
  provider: 'droid',
  name: 'Factory Droid',
  why: needsAccount,
  start: { binaries: ['droid'], places: ['~/.local/bin'], arguments: ['exec', '--output-format', 'acp'] },
  install: 'Install it from https://factory.ai.',
  login: 'Run `droid` once on the host’s computer and log in.',
});

export const kilo = profileOf({
  provider: 'kilo',
  name: 'Kilo Code CLI',
  why: needsAccount,
  start: { binaries: ['kilo', 'kilocode'], places: ['~/.npm-global/bin', '~/.local/bin'], arguments: ['acp'] },
  install: 'Run `npm install -g @kilocode/cli`.',
  login: 'Run `kilo auth` on the host’s computer.',
});

export const mistralVibe = profileOf({
  provider: 'mistral-vibe',
  name: 'Mistral Vibe',
  why: notOnNpm,
  start: { binaries: ['vibe-acp'], places: ['~/.local/bin'], arguments: [] },
  install: 'Run `uv tool install mistral-vibe`.',
  login: 'Run `vibe --setup` on the host’s computer.',
});
