import { knownLimitation, required } from '../../../capabilities.ts';
import { hidden, waits } from '../../../provider-faults.ts';
import type { AcpProfile } from '../profile.ts';
import { acpRow } from '../row.ts';

/** Hermes, as measured with 0.19.0. */
export const hermes: AcpProfile = {
  row: acpRow({
    provider: 'hermes',
    name: 'Hermes',
    credentialScope: 'the provider that Hermes is configured with on the host’s computer',
    differs: {
      fork: required('`session/fork`.'),
      interactiveApprovals: knownLimitation(
        'It asks for edits and for commands that it holds dangerous, and refuses by itself what nobody answered within a minute.',
      ),
      asksByDefault: knownLimitation('Commands that it holds harmless run unasked.'),
      mcpPassThrough: knownLimitation('Where it was installed with its part for MCP (`hermes-agent[acp,mcp]`).'),
      fileChanges: knownLimitation('Of edits that it asked for.'),
    },
    faults: {
      keyRefused: 'AUTH_CREDENTIAL_INVALID',
      rateLimited: 'RATE_LIMIT_EXCEEDED',
      rateLimitedUntil: waits(null, 'It waits for as long as the provider says, without a word.'),
      serverError: 'PROVIDER_UNREACHABLE',
      overloaded: 'PROVIDER_UNREACHABLE',
      contextFull: 'CONTEXT_WINDOW_EXCEEDED',
      cutStream: hidden('It begins its answer again behind what it had said, then ends the turn as if all were well.'),
      stalledStream: waits(null, 'It waits without a word.'),
      unreachable: 'PROVIDER_UNREACHABLE',
    },
  }),
  start: {
    binaries: ['hermes-acp'],
    places: ['~/.local/bin'],
    arguments: [],
    installFix: 'Run `pip install "hermes-agent[acp,mcp]"`.',
    loginFix: 'Run `hermes-acp --setup` on the host’s computer.',
  },
  asking: { mode: 'default', unasked: ['commands that Hermes holds harmless (for example `touch x`)'] },
  session: {
    // Asked to resume a session that it does not know, it makes a new one without a word.
    resumeBy: ['load'],
    refusesEmptily: true,
    failedCancelBlocks: true,
  },
  // It ends every turn well and tells what failed as text; only the sentences that no model begins with count.
  text: {
    errorNews: /^API call failed after \d+ retries: /,
    errorOpening:
      /^(?:HTTP [45]\d\d: |Context length exceeded[ :]|Request payload too large|Billing or credits exhausted: )/,
  },
  approvals: {
    requestsHaveOwnIds: true,
    endsUntold: true,
    reach: {
      allow_session: { reach: 'session', words: 'For this session.' },
      allow_always: { reach: 'permanent', words: 'For all sessions.' },
      deny_always: { reach: 'permanent', words: 'Never, in all sessions.' },
    },
  },
};
