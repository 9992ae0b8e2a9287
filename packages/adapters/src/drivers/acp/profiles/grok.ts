import { knownLimitation, unsupported } from '../../../capabilities.ts';
import { waits } from '../../../provider-faults.ts';
import type { AcpProfile } from '../profile.ts';
import { acpRow } from '../row.ts';

const silently = 'It tries again for minutes, without a word.';

/** Grok Build, as measured with 1.0.41. */
export const grok: AcpProfile = {
  row: acpRow({
    provider: 'grok',
    name: 'Grok Build',
    credentialScope: 'the login or API key of Grok on the host’s computer',
    differs: {
      images: unsupported('Not announced by the agent.'),
      asksByDefault: knownLimitation('Commands that it holds harmless run unasked, some of which write files.'),
      interactiveApprovals: knownLimitation('A refusal ends the turn; some commands that write files run unasked.'),
      reasoningStream: knownLimitation('Where the model gives reasoning.'),
    },
    faults: {
      keyRefused: 'AUTH_CREDENTIAL_INVALID',
      rateLimited: 'RATE_LIMIT_EXCEEDED',
      rateLimitedUntil: waits(null, silently),
      serverError: waits(null, silently),
      overloaded: waits(null, silently),
      contextFull: 'CONTEXT_WINDOW_EXCEEDED',
      cutStream: waits(null, 'It begins its answer again behind what it had said, and does not tell so.'),
      stalledStream: waits(null, 'It waits without a word.'),
      unreachable: waits(null, silently),
    },
  }),
  start: {
    binaries: ['grok'],
    places: ['~/.grok/bin', '~/.local/bin', '/usr/local/bin'],
    // Without it a backend shared with other sessions may serve this one.
    arguments: ['agent', '--no-leader', 'stdio'],
    installFix: 'Run `npm install -g @xai-official/grok`.',
    loginFix: 'Run `grok` once on the host’s computer and log in, or set XAI_API_KEY.',
  },
  asking: { unasked: ['commands that Grok holds harmless (for example `touch x && echo hi`)'] },
  approvals: {
    reach: {
      'always-allow': { reach: 'session', words: 'From then on every command of this session runs unasked.' },
      'allow-edits-session': { reach: 'session', words: 'From then on every edit of this session runs unasked.' },
      'reject-always': { reach: 'session', words: 'From then on it is refused without asking.' },
    },
  },
};
