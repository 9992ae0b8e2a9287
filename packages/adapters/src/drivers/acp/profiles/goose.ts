import { knownLimitation, required } from '../../../capabilities.ts';
import { hidden, waits } from '../../../provider-faults.ts';
import type { AcpProfile } from '../profile.ts';
import { acpRow } from '../row.ts';

/** goose, as measured with 1.37.0. With files and commands done by us it reports diffs and live output; alone neither. */
export const goose: AcpProfile = {
  row: acpRow({
    provider: 'goose',
    name: 'goose',
    credentialScope: 'the provider that goose is configured with on the host’s computer',
    differs: {
      usage: knownLimitation('Tokens of the last call of the model, not of the whole turn.'),
      cancellationAck: required('The prompt is answered at once; its commands are ended by the bridge.'),
      reasoningStream: knownLimitation('Where its provider gives reasoning in a form that it knows.'),
    },
    faults: {
      keyRefused: 'AUTH_CREDENTIAL_INVALID',
      rateLimited: 'RATE_LIMIT_EXCEEDED',
      rateLimitedUntil: waits(null, 'It waits for as long as the provider says, without a word.'),
      serverError: 'PROVIDER_UNREACHABLE',
      overloaded: 'RATE_LIMIT_EXCEEDED',
      contextFull: hidden('It compacts the conversation; where that does not help, the turn ends without a word.'),
      cutStream: 'PROVIDER_UNREACHABLE',
      stalledStream: waits(null, 'It waits without a word.'),
      unreachable: 'PROVIDER_UNREACHABLE',
    },
  }),
  start: {
    binaries: ['goose'],
    places: ['~/.local/bin', '/opt/homebrew/bin', '/usr/local/bin', '/Applications/Goose.app/Contents/Resources/bin'],
    arguments: ['acp'],
    installFix: 'Install goose: https://block.github.io/goose/docs/getting-started/installation',
    loginFix: 'Run `goose configure` on the host’s computer.',
  },
  // It starts in the mode that the user chose, which is `auto` where none was.
  asking: { mode: 'approve' },
  offers: { files: true, terminal: true },
  session: { resumeBy: ['load'] },
  approvals: {
    reach: {
      allow_always: {
        reach: 'permanent',
        words: 'Is written into goose’s global permissions: every call of this tool, in all sessions.',
      },
      reject_always: {
        reach: 'permanent',
        words: 'Is written into goose’s global permissions: no call of this tool, in all sessions.',
      },
    },
  },
  text: {
    errorNews: /^(?:Ran into this error: |Request failed: |Network error: )/,
    genuineMeta: ['goose', 'messageId'],
  },
  usage: 'last_call',
};
