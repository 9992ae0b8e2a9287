import { knownLimitation, required } from '../../../capabilities.ts';
import { waits } from '../../../provider-faults.ts';
import type { AcpProfile } from '../profile.ts';
import { acpRow } from '../row.ts';

const silently = 'It tries again for minutes, without a word.';

/** opencode, as measured with 1.18.33. Its own default approves everything, and uses a hosted model where it has no other. */
export const opencode: AcpProfile = {
  row: acpRow({
    provider: 'opencode',
    name: 'opencode',
    credentialScope: 'the provider that opencode is configured with on the host’s computer',
    differs: {
      fork: required('`session/fork`.'),
      cost: required('Summed over the session; the driver takes the difference.'),
      fileChanges: knownLimitation(
        'The diff of the request; an edit that was not asked for shows only the changed piece.',
      ),
      cancellationAck: required('The prompt is answered.'),
    },
    faults: {
      keyRefused: 'AUTH_CREDENTIAL_INVALID',
      rateLimited: waits(null, silently),
      rateLimitedUntil: waits(null, silently),
      serverError: waits(null, silently),
      overloaded: waits(null, silently),
      contextFull: waits(null, 'It compacts the conversation, again and again where that does not help.'),
      cutStream: waits(null, 'It begins its answer again, without a word.'),
      stalledStream: waits(null, 'It waits without a word.'),
      unreachable: waits(null, silently),
    },
  }),
  start: {
    binaries: ['opencode'],
    places: ['~/.opencode/bin', '~/.local/bin', '~/.npm-global/bin', '/opt/homebrew/bin', '/usr/local/bin'],
    arguments: ['acp'],
    environment: { OPENCODE_PERMISSION: '{"edit":"ask","bash":"ask","webfetch":"ask","external_directory":"ask"}' },
    installFix: 'Run `npm install -g opencode-ai`.',
    loginFix: 'Run `opencode auth login` on the host’s computer.',
  },
  asking: {},
  session: { hostedDefault: /^opencode\// },
  approvals: {
    reach: { always: { reach: 'session', words: 'From then on calls like this one run unasked in this session.' } },
  },
};
