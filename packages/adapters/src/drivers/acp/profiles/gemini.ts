import { knownLimitation } from '../../../capabilities.ts';
import { waits } from '../../../provider-faults.ts';
import type { AcpProfile } from '../profile.ts';
import { acpRow } from '../row.ts';

const silently = 'It tries again for minutes, mostly without a word; some of its tries are told on its stderr.';

/** Gemini CLI, as measured with 0.61.0. It needs no `fs` methods of ours: offered, they break its making of files. */
export const gemini: AcpProfile = {
  row: acpRow({
    provider: 'gemini',
    name: 'Gemini CLI',
    credentialScope: 'the login or API key of Gemini CLI on the host’s computer',
    differs: {
      resume: knownLimitation('A session can be loaded from the minute after it was made; the driver waits for it.'),
      fileChanges: knownLimitation('Diffs of edits and writes; what a command changes is seen by git only.'),
      modelSwitching: knownLimitation('`session/set_model`; a wrong name shows at the next turn.'),
      partialText: knownLimitation('Text streams; reasoning comes whole.'),
      mcpPassThrough: knownLimitation(
        'Taken; with a server attached the process does not end by itself, and is ended.',
      ),
    },
    faults: {
      keyRefused: 'AUTH_CREDENTIAL_INVALID',
      rateLimited: waits(null, silently),
      rateLimitedUntil: waits(null, silently),
      serverError: waits(null, silently),
      overloaded: waits(null, silently),
      contextFull: 'CONTEXT_WINDOW_EXCEEDED',
      cutStream: 'PROVIDER_UNREACHABLE',
      stalledStream: waits(null, 'It waits without a word.'),
      unreachable: waits(null, silently),
    },
  }),
  start: {
    binaries: ['gemini'],
    places: ['~/.npm-global/bin', '~/.local/bin', '/opt/homebrew/bin', '/usr/local/bin'],
    arguments: ['--acp'],
    // Without it a second process runs, which outlives the first.
    environment: { GEMINI_CLI_NO_RELAUNCH: 'true' },
    installFix: 'Run `npm install -g @google/gemini-cli`.',
    loginFix: 'Run `gemini` once on the host’s computer and log in, or set GEMINI_API_KEY.',
  },
  asking: { mode: 'default' },
  session: { resumeBy: ['load'], replayQuietMs: 400, loadsFromNextMinute: true },
  approvals: {
    reach: {
      proceed_always: { reach: 'session', words: 'From then on every edit of this session runs unasked.' },
      proceed_always_server: { reach: 'session', words: 'From then on every tool of this MCP server runs unasked.' },
      proceed_always_tool: { reach: 'session', words: 'From then on this MCP tool runs unasked.' },
      proceed_always_and_save: { reach: 'permanent', words: 'Is written into the user’s settings, for all sessions.' },
    },
    refusalIsSilent: true,
    titleIsCommand: true,
  },
  text: {
    modeNews: /^\[MODE_UPDATE\] (\S+)\s*$/,
    retryNews: /Attempt (\d+) failed.*?Retrying (?:after ([\d.]+)ms|with backoff)/,
    noOutput: /^\[current working directory [^\]]*\](?: \(.*\))?$/s,
    toolNameInId: true,
  },
  failures: { maxTokensMeans: 'CONTEXT_WINDOW_EXCEEDED' },
};
