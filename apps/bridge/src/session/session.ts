import { basename } from 'node:path';
import type { AdapterConfig, AdapterFactory } from '@collagility/adapters/port';
import { blobHash } from '@collagility/protocol/blob';
import { toHex } from '@collagility/protocol/bytes';
import { firstHash, nextHash } from '@collagility/protocol/chain';
import type { Command, CommandOutcome } from '@collagility/protocol/commands';
import { roomIdBytes, roomIdText, signKeyPair } from '@collagility/protocol/crypto/keys';
import { ready } from '@collagility/protocol/crypto/sodium';
import { CollagilityError } from '@collagility/protocol/errors';
import type { Clock, Defer, RoomHost, RoomIdentity, Timer } from '@collagility/protocol/host/contract';
import { createRoomHost } from '@collagility/protocol/host/room-host';
import { type AgentId, as, type CommandId } from '@collagility/protocol/ids';
import { localHostInviteMs } from '@collagility/protocol/limits';
import type { InviteView } from '@collagility/protocol/private';
import { isPlainLook } from '../approvals/policy.ts';
import type { RiskPlaces } from '../approvals/risk.ts';
import type { AgentMemory } from '../journal/meta.ts';
import { type JournalReport, openJournal } from '../journal/open-journal.ts';
import type { Redactor } from '../redaction/redactor.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { worktreeNameOf } from '../workspace/worktree.ts';
import { AgentLane } from './agent-lane.ts';
import { AgentPlaces, type OtherAgents } from './agent-places.ts';
import type { NewEvent } from './engine-state.ts';
import { HostSessionEngine, type SessionEvent } from './host-session-engine.ts';
import { prepareApproval } from './prepare-approval.ts';
import { openSecrets, realOf } from './secrets.ts';
import { cut, TextEvents } from './text-events.ts';

export type SessionOptions = {
  /** The shared folder, absolute. */
  folder: string;
  /** The room's one file, and the folder that nothing may touch (CLG-83). */
  dataFile: string;
  dataFolder: string;
  /** A bound on that file, at which it answers as on a full disk. */
  maxFilePages?: number;
  /** The room's key for a new file; default: a fresh one. */
  newIdentity?(): RoomIdentity;
  /** The agent to run, and where drivers come from (an `AgentAdapterRegistry`). */
  provider: string;
  factories: { find(provider: string): AdapterFactory | undefined };
  /** Absent: the room has the one agent. */
  otherAgents?: OtherAgents;
  mode?: 'ask' | 'act';
  model?: string;
  /** More for the adapter's configuration: its environment, MCP servers, asking for everything. */
  adapterConfig?: Partial<AdapterConfig>;
  clock: Clock;
  timer: Timer;
  random(bytes: number): Uint8Array;
  /** When what a turn of the event loop brought is committed, told and acted on. */
  endOfTurn: Defer;
  pageUrl: string;
  /** How the person at the keyboard is called. */
  hostName: string;
  title?: string;
  branch?: string;
  /** What must not leave: the process's environment, the home folder, the computer's name. */
  environment: Readonly<Record<string, string | undefined>>;
  homePath: string;
  machineName: string;
  /** Of the default link. */
  lobby?: boolean;
  history?: 'all' | 'from-now';
  /** After this long an unanswered request expires; default: never. */
  approvalTimeoutMs?: number;
  /** A queue stopped by a rate limit goes on by itself at the time that the provider named. */
  resumesAtRetry?: boolean;
  /** A member proved that a generation this high was used before: go on above it (CLG-15). */
  recoverAboveGen?: number;
  /** Compares and shows the folder's files; absent: nothing of them is shown. */
  workspaces?(needs: { redactor: Redactor; refreshSecrets(): void; places: RiskPlaces }): Workspaces;
  onEvent(event: SessionEvent): void;
  /** Dropped, refused and unreadable frames by kind, for diagnostics. */
  count?(what: string): void;
};

export type Session = {
  readonly roomId: string;
  readonly gen: number;
  readonly host: RoomHost;
  readonly engine: HostSessionEngine;
  readonly report: JournalReport;
  /** The link for others: the same one as before, as long as it is open. */
  readonly defaultInvite: InviteView;
  /** For the bridge's own browser on this machine: one use, 60 s, no words, never printed (CLG-39). */
  localHostInvite(): InviteView;
  /** What the host does at the terminal. */
  act(command: Command): CommandOutcome | Promise<CommandOutcome>;
  /** Ends agents, tells all, closes the journal. */
  stop(reason?: string): Promise<void>;
};

const defaultLabel = 'Default link';
/** Versions, reasons and other words of the agent that stand inside an event. */
const maxWordUnits = 1_000;

/**
 * Opens the room on disk, its key and its host's side, and starts the agent. The relay is dialled by the caller:
 * `session.host.connected(…)`. Rejects with a CollagilityError where the file cannot be used; then nothing runs.
 */
export async function startSession(options: SessionOptions): Promise<Session> {
  await ready;
  const { clock, timer, random, onEvent } = options;
  const factory = options.factories.find(options.provider);
  if (factory === undefined)
    throw new CollagilityError('no_such_agent', `There is no agent called "${options.provider}".`);
  const folder = realOf(options.folder);
  const journal = openJournal({
    path: options.dataFile,
    newIdentity: options.newIdentity ?? (() => newIdentity(random)),
    chainOf: (identity) => {
      const roomId = roomIdBytes(identity.publicKey);
      return {
        start: firstHash(roomId, identity.publicKey),
        next: (seq, prev, bytes) => nextHash(roomId, seq, prev, bytes),
      };
    },
    wallMs: clock.wallMs,
    ...(options.maxFilePages !== undefined && { maxPages: options.maxFilePages }),
  });
  try {
    const { identity, store, meta, report } = journal;
    const roomId = roomIdBytes(identity.publicKey);
    const { redactor, refresh, addFolder } = openSecrets({
      workspacePath: folder,
      environment: options.environment,
      homePath: options.homePath,
      hostName: options.machineName,
    });
    const places = {
      workspacePath: folder,
      homePath: realOf(options.homePath),
      dataPath: realOf(options.dataFolder),
      realPath: realOf,
    };
    const workspaces = options.workspaces?.({ redactor, refreshSecrets: refresh, places });
    const agents = new AgentPlaces({
      folder,
      provider: options.provider,
      factories: options.factories,
      others: options.otherAgents,
      redact: (text) => cut(redactor.text(text), maxWordUnits),
      meta,
      addFolder: (agentId, own) => {
        addFolder(own);
        workspaces?.addFolder(agentId, own, worktreeNameOf(agentId));
      },
    });
    const engine = new HostSessionEngine({
      roomId,
      store,
      clock,
      timer,
      redactor,
      refreshSecrets: refresh,
      places,
      createLane: (agentId, owner) => createLane(agentId, owner),
      ...(workspaces && { workspaces }),
      listAgents: () => agents.list(),
      placeAgent: ({ agentId, provider, place, forkOf }, isHost) =>
        forkOf === undefined ? agents.place(agentId, provider, place, isHost) : agents.fork(agentId, forkOf),
      nativeRequest: (approvalId) => meta.approvalSecret(approvalId)?.nativeRequest,
      resumesAtRetry: options.resumesAtRetry ?? false,
      ...(options.approvalTimeoutMs !== undefined && { approvalTimeoutMs: options.approvalTimeoutMs }),
      tell: onEvent,
    });
    const boot = random(16);
    const gen = meta.nextBoot(boot, options.recoverAboveGen);
    const host = createRoomHost({
      identity,
      gen,
      boot,
      store,
      application: engine,
      clock,
      timer,
      endOfTurn: options.endOfTurn,
      random,
      pageUrl: options.pageUrl,
      title: options.title ?? basename(folder),
      workspaceName: basename(folder),
      ...(options.branch !== undefined && { branch: options.branch }),
      hostName: options.hostName,
      count: options.count ?? (() => undefined),
    });

    function createLane(agentId: AgentId, owner: HostSessionEngine): AgentLane {
      const texts = new TextEvents({
        agentId,
        idPrefix: `${gen}-${toHex(random(2))}:`,
        redactor,
        keepText: (text) => host.keepText(text),
        textHash: (bytes) => toHex(blobHash(bytes)),
        monotonicMs: clock.monotonicMs,
        secretsChanged: refresh,
      });
      const memory = meta.agent(agentId);
      const seat = agents.of(agentId);
      // What was chosen at the start is about the agent that was started then.
      const isFirst = agentId === options.provider;
      const model = (isFirst ? options.model : undefined) ?? memory?.model;
      const own = { ...places, workspacePath: realOf(seat.folder) };
      const config: AdapterConfig = {
        // By itself an agent reads any file unasked, settings files with their secrets too.
        askForEverything: true,
        isHarmless: (call) => isPlainLook(call, own),
        ...options.adapterConfig,
        workspacePath: own.workspacePath,
        mode: (isFirst ? options.mode : undefined) ?? 'ask',
        ...(model !== undefined && { model }),
        ...(memory?.effort !== undefined && { effort: memory.effort }),
      };
      return new AgentLane({
        agentId,
        factory: seat.factory,
        name: seat.name,
        config,
        ...(memory?.checkpoint && { resume: { ...memory.checkpoint, ...forkIn(memory) } }),
        ownIds: [identity.roomId, agentId],
        texts,
        redact: (text) => cut(redactor.text(text), maxWordUnits),
        prepare: (request) =>
          prepareApproval(request, {
            agentId,
            roomId,
            redactor,
            places: own,
            random,
            keepBlob: (bytes) => host.keepBlob(bytes),
            toolId: (native) => texts.toolId(native),
            keepSecret: (...secret) => host.write(() => meta.keepApprovalSecret(...secret)),
          }),
        take: (input) => void owner.take(input),
        append: (events) => owner.append(events),
        emit: (deltas) => owner.emit(deltas),
        remember: (kept) =>
          host.write(() => meta.setAgent(agentId, { ...placeOf(agentId), ...agents.kept(agentId, kept) })),
        rememberTurn: (promptId, end) => host.write(() => meta.setTurnEnd(promptId, end)),
        timer,
        clock,
      });
    }

    const placeOf = (agentId: AgentId) => {
      const known = meta.agent(agentId);
      return { provider: known?.provider ?? agentId, ...(known?.folder !== undefined && { folder: known.folder }) };
    };
    agents.reopen(Object.values(host.state.agents).map(({ agentId }) => agentId));
    engine.attach(host);
    engine.append(openingNotices(report, gen, options.recoverAboveGen));
    const defaultInvite = openDefaultInvite(host, options);
    engine.take({ type: 'agent_added', agentId: as<AgentId>(options.provider) });
    return {
      roomId: identity.roomId,
      gen,
      host,
      engine,
      report,
      defaultInvite,
      localHostInvite: () =>
        host.createInvite(
          {
            label: 'This computer',
            role: 'host',
            lobby: false,
            history: 'all',
            maxUses: 1,
            expiresAtMs: clock.wallMs() + localHostInviteMs,
          },
          host.hostParticipantId,
          true,
        ),
      act: (command) => engine.actAsHost(command, as<CommandId>(toHex(random(16)))),
      stop: async (reason = 'host_stopped') => {
        await engine.stop();
        if (!engine.isFailed) host.end(reason);
        journal.close();
      },
    };
  } catch (error) {
    journal.close();
    throw error;
  }
}

const forkIn = ({ isFork, forkAt }: AgentMemory) =>
  isFork === true ? { fork: true, ...(forkAt !== undefined && { at: forkAt }) } : {};

function newIdentity(random: (bytes: number) => Uint8Array): RoomIdentity {
  const { publicKey, secretKey } = signKeyPair(random(32));
  return { publicKey, secretKey, roomId: roomIdText(publicKey) };
}

/** What was repaired or recovered is said to all: the members' copies may be longer than ours. */
function openingNotices(report: JournalReport, gen: number, recoverAboveGen: number | undefined): NewEvent[] {
  const { lost, lostAfterSeq, text } = report;
  const notices: NewEvent[] = [];
  if (lost > 0 || recoverAboveGen !== undefined)
    notices.push({ type: 'host.recovered', gen, ...(lostAfterSeq !== undefined && { lostAfterSeq }) });
  if (text !== undefined) notices.push({ type: 'room.notice', level: 'warning', code: 'journal_repaired', text });
  return notices;
}

function openDefaultInvite(host: RoomHost, { lobby = true, history = 'all' }: SessionOptions): InviteView {
  const open = host
    .invites()
    .find(({ label, state, link }) => label === defaultLabel && state === 'open' && link !== undefined);
  if (open !== undefined && open.lobby === lobby && open.history === history) return open;
  return host.createInvite({ label: defaultLabel, role: 'co-driver', lobby, history }, host.hostParticipantId);
}
