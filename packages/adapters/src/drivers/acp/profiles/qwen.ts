import { knownLimitation } from '../../../capabilities.ts';
import { waits } from '../../../provider-faults.ts';
import type { AcpProfile } from '../profile.ts';
import { acpRow } from '../row.ts';

const silently = 'It tries again for minutes, without a word.';

/** Qwen Code, as measured with 0.24.4. Its own default over ACP lets a model approve. */
export const qwen: AcpProfile = {
  row: acpRow({
    provider: 'qwen',
    name: 'Qwen Code',
    credentialScope: 'the login or API key of Qwen Code on the host’s computer',
    differs: {
      modelSwitching: knownLimitation('Its ids hold the provider; a plain name is refused.'),
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
    binaries: ['qwen'],
    places: ['~/.npm-global/bin', '~/.local/bin', '/opt/homebrew/bin', '/usr/local/bin'],
    arguments: ['--acp', '--approval-mode', 'default'],
    installFix: 'Run `npm install -g @qwen-code/qwen-code`.',
    loginFix: 'Run `qwen` once on the host’s computer and log in, or set OPENAI_API_KEY.',
  },
  asking: { mode: 'default' },
  approvals: {
    reach: {
      proceed_always: { reach: 'session', words: 'From then on every edit of this session runs unasked.' },
      proceed_always_project: { reach: 'permanent', words: 'Is written into the settings of the project.' },
      proceed_always_user: { reach: 'permanent', words: 'Is written into the settings of the user, for all projects.' },
    },
  },
  text: { modeMethod: 'qwen/notify/session/mode-update' },
};
