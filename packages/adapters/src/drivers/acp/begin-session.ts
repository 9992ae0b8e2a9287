import { AgentAdapterError } from '../../errors.ts';
import { within } from '../../pipeline/timer.ts';
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
  /** Told before a wait that the agent needs. */
  onWait(ms: number): void;
}

/** From the handshake to a session, new or gone on with, and what can be set in it. */
export async function beginSession(options: BeginSessionOptions) {
  const { connection, profile, config, settings } = options;
  const { waits } = settings;
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
    replay: () => beginReplay(options),
  });
  const session = new SessionSettings(profile, opened.sessionId, (method, params) =>
    connection.request(method, params, { timeoutMs: waits.answerMs }),
  );
  session.read(opened.result);
  refuseHostedDefault(profile, session, config);
  return { facts, opened, session };
}

const minuteMs = 60_000;
/** File systems and clocks of one machine differ by less. */
const marginMs = 250;

/** An agent that cannot load a session in the minute in which it was made is given the next one, and that is told. */
async function beginReplay(options: BeginSessionOptions): Promise<() => Promise<void>> {
  const { profile, config, settings, replay, connection, onWait } = options;
  const madeAtMs = config.resume?.madeAtMs;
  if (profile.session?.loadsFromNextMinute === true && madeAtMs !== undefined) {
    const leftMs = (Math.floor(madeAtMs / minuteMs) + 1) * minuteMs + marginMs - settings.clock.wallMs();
    // A clock that was set back is no reason to wait for longer than a minute.
    const waitMs = Math.min(leftMs, minuteMs + marginMs);
    if (waitMs > 0) {
      onWait(waitMs);
      await within(settings.startTimer, connection.exited, waitMs);
    }
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
