import { AgentAdapterError } from '../../errors.ts';
import type { AdapterConfig } from '../../port.ts';
import type { AcpSettings } from './acp-options.ts';
import type { AcpConnection } from './connection.ts';
import { shakeHands } from './handshake.ts';
import { openSession } from './open-session.ts';
import type { AcpProfile } from './profile.ts';
import type { ReplayWindow } from './replay-window.ts';
import { SessionSettings } from './session-settings.ts';

export interface BeginSessionOptions {
  connection: AcpConnection;
  profile: AcpProfile;
  config: AdapterConfig;
  settings: AcpSettings;
  replay: ReplayWindow;
}

/** From the handshake to a session, new or gone on with, and what can be set in it. */
export async function beginSession(options: BeginSessionOptions) {
  const { connection, profile, config, settings } = options;
  const { waits, clock } = settings;
  const facts = await shakeHands(
    connection,
    profile,
    profile.start.fetchesPackage === true ? waits.fetchMs : waits.initializeMs,
  );
  const opened = await openSession({
    connection,
    profile,
    facts,
    config,
    timeoutMs: waits.sessionMs,
    replay: (sessionId) => beginReplay(sessionId, options),
  });
  const session = new SessionSettings(profile, opened.sessionId, (method, params) =>
    connection.request(method, params, { timeoutMs: waits.answerMs }),
  );
  session.read(opened.result);
  refuseHostedDefault(profile, session, config);
  if (opened.session === 'new') madeAtMs.set(opened.sessionId, clock.wallMs());
  return { facts, opened, session };
}

const minuteMs = 60_000;
/** When the sessions of this process were made, for agents that cannot load one in its first minute. */
const madeAtMs = new Map<string, number>();

async function beginReplay(
  sessionId: string,
  { profile, settings, replay }: BeginSessionOptions,
): Promise<() => Promise<void>> {
  const made = madeAtMs.get(sessionId);
  if (profile.session?.loadsFromNextMinute === true && made !== undefined) {
    const leftMs = (Math.floor(made / minuteMs) + 1) * minuteMs + 250 - settings.clock.wallMs();
    if (leftMs > 0) await new Promise<void>((resolve) => settings.startTimer(leftMs, resolve));
  }
  return replay.begin();
}

/** Nobody's prompt goes to a vendor's machine that the host did not choose. */
function refuseHostedDefault(profile: AcpProfile, { model }: SessionSettings, config: AdapterConfig): void {
  if (config.model !== undefined || model === undefined || profile.session?.hostedDefault?.test(model) !== true) return;
  throw new AgentAdapterError(
    'AUTH_CREDENTIAL_INVALID',
    `${profile.row.name} has no provider of the host’s and would use "${model}", which its vendor hosts.`,
    { detail: { fix: `${profile.start.loginFix} Or choose that model by name.` } },
  );
}
