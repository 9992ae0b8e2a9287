import { knownLimitation, required, unsupported } from '../../../capabilities.ts';
import { hidden, mistaken, waits } from '../../../provider-faults.ts';
import type { AcpProfile } from '../profile.ts';
import { acpRow } from '../row.ts';

const silently = 'It tries again for minutes, without a word.';
const silence = 'It ends the turn as if all were well and without a word, whatever failed; such an end fails the turn.';
const isSilent = mistaken('PROVIDER_UNREACHABLE', silence);
const triesInText = 'It tells its three tries as text of the answer, then ends the turn as if all were well.';

/** Programs that put the protocol around another agent. The drivers `claude` and `codex` see more and are preferred. */

export const claudeAcp: AcpProfile = {
  row: acpRow({
    provider: 'claude-acp',
    name: 'Claude Agent (ACP)',
    credentialScope: 'the login or API key of Claude Code on the host’s computer',
    differs: {
      fork: required('`session/fork`.'),
      cost: required('The agent’s own estimate, summed over the session; the driver takes the difference.'),
      planReview: knownLimitation('The plan comes with the request; which mode follows is not offered to guests.'),
      denyFeedback: unsupported(
        'No words go with a refusal; each is told to the model as one by the user, also an expiry.',
      ),
    },
    faults: {
      keyRefused: waits(null, silently),
      rateLimited: waits(null, silently),
      rateLimitedUntil: 'RATE_LIMIT_EXCEEDED',
      serverError: waits(null, silently),
      overloaded: 'RATE_LIMIT_EXCEEDED',
      contextFull: 'CONTEXT_WINDOW_EXCEEDED',
      cutStream: waits(null, 'It begins its answer again, without a word.'),
      stalledStream: waits(null, 'It waits without a word.'),
      unreachable: waits(null, silently),
    },
  }),
  start: {
    binaries: ['claude-agent-acp', 'claude-code-acp'],
    places: ['~/.npm-global/bin', '~/.local/bin', '/usr/local/bin'],
    arguments: [],
    installFix: 'Run `npm install -g @agentclientprotocol/claude-agent-acp`, or share `claude` instead.',
    loginFix: 'Run `claude auth login` on the host’s computer, or set ANTHROPIC_API_KEY.',
  },
  // Its own default is `auto`, in which a model approves.
  asking: { mode: 'default' },
  approvals: {
    reach: { 'allow-with-updates': { reach: 'session', words: 'Adds the suggested rules to this session.' } },
  },
  text: {},
};

export const codexAcp: AcpProfile = {
  row: acpRow({
    provider: 'codex-acp',
    name: 'Codex (ACP)',
    credentialScope: 'the login or API key of Codex on the host’s computer',
    differs: {
      fork: required('`session/fork`.'),
      interactiveApprovals: knownLimitation('A refusal ends the turn.'),
      asksByDefault: knownLimitation('Its default lets a model approve, so it is started in another mode.'),
    },
    faults: {
      keyRefused: 'AUTH_CREDENTIAL_INVALID',
      rateLimited: 'RATE_LIMIT_EXCEEDED',
      rateLimitedUntil: waits(null, silently),
      serverError: 'PROVIDER_UNREACHABLE',
      overloaded: 'RATE_LIMIT_EXCEEDED',
      contextFull: 'CONTEXT_WINDOW_EXCEEDED',
      cutStream: 'PROVIDER_UNREACHABLE',
      stalledStream: waits(null, 'It waits without a word.'),
      unreachable: waits(null, silently),
    },
  }),
  start: {
    binaries: ['codex-acp'],
    places: ['~/.npm-global/bin', '~/.local/bin', '/usr/local/bin'],
    arguments: [],
    environment: { INITIAL_AGENT_MODE: 'read-only' },
    installFix: 'Run `npm install -g @agentclientprotocol/codex-acp`, or share `codex` instead.',
    loginFix: 'Run `codex login` on the host’s computer.',
  },
  asking: { mode: 'read-only' },
  approvals: {
    reach: {
      accept_execpolicy_amendment: {
        reach: 'permanent',
        words: 'Writes a rule into the user’s global rules, for all sessions.',
      },
      allow_for_session: { reach: 'session', words: 'From then on edits of this session run unasked.' },
      allow_session: { reach: 'session', words: 'From then on this tool runs unasked in this session.' },
      allow_always: { reach: 'permanent', words: 'From then on this tool runs unasked in all sessions.' },
    },
  },
  text: {
    errorNews:
      /^(?:Codex ran out of room|exceeded retry limit|stream (?:error|disconnected)|unexpected status \d+|Selected model is at capacity|We’re currently experiencing high demand)/,
  },
};

export const piAcp: AcpProfile = {
  row: acpRow({
    provider: 'pi-acp',
    name: 'pi (ACP)',
    credentialScope: 'the provider that pi is configured with on the host’s computer',
    differs: {
      interactiveApprovals: unsupported('It never asks: every tool runs.'),
      asksByDefault: unsupported('It never asks: every tool runs.'),
      usage: knownLimitation('The size of the context only.'),
      cancellationAck: required('The prompt is answered.'),
    },
    faults: {
      keyRefused: isSilent,
      rateLimited: hidden(triesInText),
      rateLimitedUntil: hidden(triesInText),
      serverError: hidden(triesInText),
      overloaded: hidden(triesInText),
      contextFull: isSilent,
      cutStream: hidden(triesInText),
      stalledStream: waits(null, 'It waits without a word.'),
      unreachable: hidden(triesInText),
    },
  }),
  start: {
    binaries: ['pi-acp'],
    places: ['~/.npm-global/bin', '~/.local/bin', '/usr/local/bin'],
    arguments: [],
    installFix: 'Run `npm install -g pi-acp @earendil-works/pi-coding-agent`.',
    loginFix: 'Run `pi` once on the host’s computer and log in.',
  },
  asking: { unasked: ['everything: pi over ACP never asks'] },
  session: { resumeBy: ['load'] },
  // Its version, and which skills, prompts and extensions lie in the user's home.
  text: { preamble: /^pi v\S+\n---\n/ },
  failures: { silenceFix: 'Run `pi` on the host’s computer to see why, or share `pi` instead.' },
};

export const openclaw: AcpProfile = {
  row: acpRow({
    provider: 'openclaw',
    name: 'OpenClaw',
    credentialScope: 'the gateway of OpenClaw that runs on the host’s computer',
    differs: {
      interactiveApprovals: knownLimitation(
        'Only commands that its gateway can bind are asked for; file writes run unasked.',
      ),
      asksByDefault: knownLimitation('Only commands are asked for, and only where the gateway is set to ask.'),
      modelSwitching: unsupported('The gateway chooses the model.'),
      resume: knownLimitation('A session that it does not know begins anew under that name, without a word.'),
      mcpPassThrough: unsupported('Refused by the agent.'),
      usage: knownLimitation('The size of the context only.'),
      fileChanges: unsupported('It reports no diffs; it works in its gateway’s own folder.'),
      partialText: knownLimitation('Text comes in few, large pieces.'),
      images: unsupported('Not announced by the agent.'),
      reasoningStream: unsupported('Not reported.'),
    },
    faults: {
      keyRefused: isSilent,
      rateLimited: waits(null, silently),
      rateLimitedUntil: waits(null, silently),
      serverError: waits(null, silently),
      overloaded: waits(null, silently),
      contextFull: isSilent,
      cutStream: waits(null, 'It tries again, without a word.'),
      stalledStream: waits(null, 'It waits without a word.'),
      unreachable: waits(null, silently),
    },
  }),
  start: {
    binaries: ['openclaw'],
    places: ['~/.npm-global/bin', '~/.local/bin', '/usr/local/bin'],
    arguments: ['acp'],
    environment: { OPENCLAW_HIDE_BANNER: '1', OPENCLAW_SUPPRESS_NOTES: '1' },
    installFix: 'Run `npm install -g openclaw` and start `openclaw gateway run`.',
    loginFix: 'Start `openclaw gateway run` on the host’s computer.',
  },
  asking: { unasked: ['file writes, and commands that its gateway does not bind'] },
  failures: { silenceFix: 'Run `openclaw logs` on the host’s computer to see why.' },
};
