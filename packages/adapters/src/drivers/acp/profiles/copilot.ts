import { knownLimitation } from '../../../capabilities.ts';
import type { AcpProfile } from '../profile.ts';
import { acpRow } from '../row.ts';

/** GitHub Copilot CLI, as measured with 1.0.102. A session comes back in the mode in which it was left. */
export const copilot: AcpProfile = {
  row: acpRow({
    provider: 'copilot',
    name: 'GitHub Copilot CLI',
    credentialScope: 'the login of GitHub Copilot, or the provider that it is configured with, on the host’s computer',
    differs: {
      modelSwitching: knownLimitation('Only where it lists models; with a provider of the host’s own it lists none.'),
      reasoningStream: knownLimitation('Where the model gives reasoning.'),
    },
  }),
  start: {
    binaries: ['copilot'],
    places: ['~/.npm-global/bin', '~/.local/bin', '/opt/homebrew/bin', '/usr/local/bin'],
    arguments: ['--acp', '--no-auto-update'],
    installFix: 'Run `npm install -g @github/copilot`.',
    loginFix: 'Run `copilot login` on the host’s computer.',
  },
  asking: { mode: 'agent', modeIsAddress: true, option: { id: 'allow_all', value: 'off' } },
  session: { resumeBy: ['load'] },
  approvals: {
    reach: {
      allow_always: { reach: 'session', words: 'From then on calls like this one run unasked in this session.' },
    },
  },
  usage: 'session',
};
