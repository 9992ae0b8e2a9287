import { describe, expect, it } from 'vitest';
import { AgentAdapterError } from '../errors.ts';
import type { AdapterConfig, AdapterEvent, AdapterInitResult } from '../port.ts';
import { AgentSession, type AgentSessionOptions, fingerprintOf } from './index.ts';
import { HandTimer, Puppet, prompt, settle } from './puppet.ts';

function open(
  options: Partial<AgentSessionOptions> = {},
  onStart?: (config: AdapterConfig) => Promise<AdapterInitResult>,
) {
  const puppets: Puppet[] = [];
  const lane: AdapterEvent[] = [];
  const time = new HandTimer();
  const session = new AgentSession({
    create: () => {
      const puppet = new Puppet(`puppet-${puppets.length + 1}`);
      if (onStart !== undefined) puppet.onStart = onStart;
      puppets.push(puppet);
      return puppet;
    },
    config: { workspacePath: '/' },
    onEvent: (event) => lane.push(event),
    timer: time.timer,
    respawnDelaysMs: [500, 2_000, 8_000],
    ...options,
  });
  const puppet = (): Puppet => {
    const last = puppets.at(-1);
    if (last === undefined) throw new Error('No adapter was made.');
    return last;
  };
  const said = (): string[] =>
    lane.flatMap((event) => (event.type === 'STATUS' ? [event.payload.code] : event.type === 'ERROR' ? ['ERROR'] : []));
  return { session, puppets, puppet, lane, time, said };
}

const resumable = async (config: AdapterConfig): Promise<AdapterInitResult> => ({
  session: config.resume === undefined ? 'new' : 'resumed',
  unasked: [],
});

describe('a session that survives its agent', () => {
  it('brings a crashed agent back three times with growing pauses, then says that it stays down', async () => {
    const { session, puppet, puppets, time, said } = open({}, resumable);
    await session.start();
    for (const pauseMs of [500, 2_000, 8_000]) {
      puppet().die();
      await settle();
      expect(session.status).toBe('FAILED');
      expect(time.waitingMs).toEqual([pauseMs]);
      time.fire();
      await settle();
      expect(session.status).toBe('READY');
    }
    puppet().die();
    await settle();
    expect(time.waitingMs).toEqual([]);
    expect(session.status).toBe('FAILED');
    expect(session.crashCount).toBe(4);
    expect(said().at(-1)).toBe('ERROR');
    expect(puppets).toHaveLength(1);
    await session.run(prompt('a person wants it'));
    expect(session.status).toBe('EXECUTING');
  });

  it('resumes the session that the agent named last, and never sends a prompt again that may have reached it', async () => {
    const { session, puppet, time } = open({}, resumable);
    await session.start();
    const turn = await session.run(prompt('p1', 'do it'));
    puppet().says.emit('SESSION_STARTED', { nativeSessionId: 'A' });
    puppet().says.emit('SESSION_STARTED', { nativeSessionId: 'B' });
    await settle();
    puppet().die();
    expect(await turn.result()).toMatchObject({ outcome: 'failed', delivery: 'written' });
    await settle();
    time.fire();
    await settle();
    expect(puppet().started.at(-1)?.resume).toMatchObject({ nativeSessionId: 'B' });
    expect(puppet().sent).toEqual(['do it']);
    expect(session.status).toBe('READY');
  });

  it('knows since when a session is there, also in another process', async () => {
    const kept = { nativeSessionId: 'A', madeAtMs: 1_000 };
    const { fingerprint } = await (async () => {
      const { session, puppet } = open();
      await session.start();
      puppet().says.emit('SESSION_STARTED', { nativeSessionId: 'A' });
      await settle();
      return session.checkpoint ?? { fingerprint: {} };
    })();
    const { session, puppet } = open({ resume: { ...kept, fingerprint }, clock: { wallMs: () => 5_000 } }, resumable);
    await session.start();
    expect(puppet().started[0]?.resume).toMatchObject(kept);
    puppet().says.emit('SESSION_STARTED', { nativeSessionId: 'A' });
    await settle();
    expect(session.checkpoint).toMatchObject(kept);
    puppet().says.emit('SESSION_STARTED', { nativeSessionId: 'B' });
    await settle();
    expect(session.checkpoint).toMatchObject({ nativeSessionId: 'B', madeAtMs: 5_000 });
  });

  it('a turn that fails without naming a session keeps the last good one', async () => {
    const { session, puppet } = open();
    await session.start();
    const good = await session.run(prompt('p1'));
    puppet().says.emit('SESSION_STARTED', { nativeSessionId: 'A' });
    puppet().end();
    await good.result();
    const bad = await session.run(prompt('p2'));
    puppet().end({ outcome: 'failed' });
    await bad.result();
    expect(session.checkpoint?.nativeSessionId).toBe('A');
  });

  it('does not take one of our ids for the agent’s', async () => {
    const { session, puppet, said } = open({ ownIds: ['room-1'] });
    await session.start();
    const turn = await session.run(prompt('p1'));
    for (const id of ['room-1', 'p1', 'puppet-1']) puppet().says.emit('SESSION_STARTED', { nativeSessionId: id });
    puppet().end();
    await turn.result();
    expect(session.checkpoint).toBeUndefined();
    expect(said()).toEqual(['ERROR', 'ERROR', 'ERROR']);
  });

  it('sends a prompt a second time, once, where nothing of it was written', async () => {
    const gone = new AgentAdapterError('PROCESS_CRASHED', 'gone', { detail: { beforeFirstByte: true } });
    const { session, puppet } = open({}, resumable);
    await session.start();
    puppet().onDeliver = async () => {
      puppet().onDeliver = async () => undefined;
      throw gone;
    };
    const turn = await session.run(prompt('p1'));
    expect(await turn.delivered).toBe('written');
    expect(puppet().sent).toEqual(['p1']);
    puppet().end();
    await turn.result();
    puppet().onDeliver = () => Promise.reject(gone);
    const lost = await session.run(prompt('p2'));
    expect(await lost.result()).toMatchObject({ outcome: 'failed', delivery: 'unsent' });
    expect(puppet().sent).toEqual(['p1']);
  });

  it('does not send it again where the agent died while it was on its way', async () => {
    const { session, puppet } = open({}, resumable);
    await session.start();
    puppet().onDeliver = async () => {
      puppet().onDeliver = async () => undefined;
      puppet().die();
      throw new AgentAdapterError('PROCESS_CRASHED', 'gone', { detail: { beforeFirstByte: true } });
    };
    const crashed = await session.run(prompt('p1'));
    expect(await crashed.result()).toMatchObject({ outcome: 'failed', delivery: 'written' });
    expect(puppet().sent).toEqual([]);
  });

  it('tries a start twice where the trouble may pass, and not where it stays', async () => {
    let tries = 0;
    const passing = open({}, async () => {
      tries += 1;
      if (tries === 1) throw new AgentAdapterError('PROCESS_CRASHED');
      return { session: 'new', unasked: [] };
    });
    expect(await passing.session.start()).toMatchObject({ session: 'new' });
    expect(tries).toBe(2);
    const staying = open({}, () => Promise.reject(new AgentAdapterError('PROVIDER_NOT_FOUND')));
    await expect(staying.session.start()).rejects.toMatchObject({ code: 'PROVIDER_NOT_FOUND' });
    expect(staying.puppet().started).toHaveLength(1);
  });

  it('[B08] falls back to a new session at most once', async () => {
    const refused = new AgentAdapterError('PROTOCOL_VIOLATION', 'unknown', { detail: { resumeRefused: true } });
    const fingerprint = fingerprintOf('mock', { workspacePath: '/' });
    const resume = { nativeSessionId: 'gone', fingerprint };
    const { session, puppet, said } = open({ resume }, () => Promise.reject(refused));
    await expect(session.start()).rejects.toMatchObject({ code: 'PROTOCOL_VIOLATION' });
    expect(said()).toEqual(['resume_refused']);
    expect(puppet().started.map((config) => config.resume?.nativeSessionId)).toEqual(['gone', undefined]);
  });

  it('replaces an agent that had to be ended by force, and goes on with its session', async () => {
    const { session, puppet, puppets, time, said } = open({ turn: { interruptGraceMs: 1_000 } }, resumable);
    await session.start();
    const turn = await session.run(prompt('p1'));
    puppet().says.emit('SESSION_STARTED', { nativeSessionId: 'A' });
    puppet().onCancel = () => new Promise(() => undefined);
    void turn.cancel();
    await settle();
    time.fire();
    expect(await turn.result()).toMatchObject({ outcome: 'interrupted' });
    await settle();
    time.fire();
    await settle();
    expect(puppets).toHaveLength(2);
    expect(puppet().started[0]?.resume).toMatchObject({ nativeSessionId: 'A' });
    expect(said()).toEqual(['agent_restarted']);
    expect(session.crashCount).toBe(0);
  });

  it('a prompt that comes during the pause after a crash does not wait for its end', async () => {
    const { session, puppet, time } = open({}, resumable);
    await session.start();
    puppet().die();
    await settle();
    await session.run(prompt('p1'));
    expect(puppet().sent).toEqual(['p1']);
    expect(time.waitingMs).toEqual([]);
  });

  it('tells what a restarted agent said of itself', async () => {
    const results: AdapterInitResult[] = [];
    const { session, puppet, time } = open({ onRestarted: (result) => results.push(result) }, resumable);
    await session.start();
    expect(results).toEqual([]);
    puppet().die();
    await settle();
    time.fire();
    await settle();
    expect(results).toEqual([{ session: 'new', unasked: [] }]);
  });

  it('starts a crashed agent again in the mode that the host chose meanwhile', async () => {
    const { session, puppet } = open({ config: { workspacePath: '/', mode: 'act' } }, resumable);
    await session.start();
    puppet().die();
    await settle();
    // The puppet cannot change its mode: the wish to narrow it counts all the same.
    await expect(session.setMode('ask')).rejects.toMatchObject({ code: 'UNSUPPORTED' });
    expect(puppet().started.map((config) => config.mode)).toEqual(['act', 'ask']);
    await expect(session.setMode('act')).rejects.toMatchObject({ code: 'UNSUPPORTED' });
    puppet().die();
    await settle();
    await session.run(prompt('p'));
    expect(puppet().started.at(-1)?.mode).toBe('ask');
  });

  it('is not brought back by itself where it never came up', async () => {
    const { session, puppet, time } = open({}, () => Promise.reject(new AgentAdapterError('AUTH_CREDENTIAL_INVALID')));
    await expect(session.start()).rejects.toMatchObject({ code: 'AUTH_CREDENTIAL_INVALID' });
    puppet().says.emit('RAW', { nativeType: 'stderr', text: 'late' });
    await settle();
    expect(time.waitingMs).toEqual([]);
    expect(puppet().started).toHaveLength(1);
  });

  it('is not brought back after it was closed', async () => {
    const { session, puppet, time } = open();
    await session.start();
    puppet().die();
    await settle();
    await session.close();
    time.fire();
    await settle();
    expect(puppet().started).toHaveLength(1);
    expect(session.status).toBe('TERMINATED');
    await expect(session.run(prompt('p1'))).rejects.toMatchObject({ code: 'ILLEGAL_STATE' });
  });
});
