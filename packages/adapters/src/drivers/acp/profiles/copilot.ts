import { knownLimitation } from '../../../capabilities.ts';
import { hidden, waits } from '../../../provider-faults.ts';
import type { AcpProfile } from '../profile.ts';
import { acpRow } from '../row.ts';

const silently = 'It tries again for minutes, without a word.';
const asText = 'It tries again, then ends the turn as if all were well and tells the failure as text.';

/** GitHub Copilot CLI, as measured with 1.0.102. A session comes back in the mode in which it was left. */
export const copilot: AcpProfile = {
  row: acpRow({
    provider: 'copilot',
    name: 'GitHub Copilot CLI',
    credentialScope: 'the login of GitHub Copilot, or the provider that it is configured with, on the host’s computer',
    differs: {
      modelSwitching: knownLimitation('Only where it lists models; with a provider of the host’s own it lists none.'),
      reasoningStream: knownLimitation('Where the model gives reasoning.'),
      mcpPassThrough: knownLimitation('Taken; with a provider of the host’s own they were not started.'),
    },
    faults: {
      keyRefused: 'AUTH_CREDENTIAL_INVALID',
      rateLimited: waits(null, silently),
      rateLimitedUntil: 'RATE_LIMIT_EXCEEDED',
      serverError: hidden(asText),
      overloaded: hidden(asText),
      contextFull: 'CONTEXT_WINDOW_EXCEEDED',
      cutStream: hidden('It begins its answer again, and says so as text.'),
      stalledStream: waits(null, 'It waits without a word.'),
      unreachable: hidden(asText),
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
  // Failures are text of the model to it; only the sentences that no model begins with count.
  text: { errorNews: /^Error: (?:[45]\d\d [A-Z]|Authentication failed with provider)/ },
  usage: 'session',
};
