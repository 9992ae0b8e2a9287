import { knownLimitation, unsupported } from '../../../capabilities.ts';
import type { AcpProfile } from '../profile.ts';
import { acpRow } from '../row.ts';

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
    refusalEndsTurn: true,
  },
};
