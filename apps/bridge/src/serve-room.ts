import { hostname } from 'node:os';
import type { AgentAdapterRegistry } from '@collagility/adapters/registry';
import { heartbeatText } from '@collagility/protocol/frames';
import { bridgeCommand } from './bridge-command.ts';
import { BridgeError } from './bridge-error.ts';
import type { Choice } from './choose-agent.ts';
import type { RunOptions } from './cli/options.ts';
import { quoted } from './cli/quoted.ts';
import { type StartedWith, startLine, wayFlags } from './cli/start-line.ts';
import type { Surroundings } from './commands/say.ts';
import type { Face, RoomWindow } from './faces/face.ts';
import { hostActions } from './host-actions.ts';
import type { Reach } from './listeners/reach.ts';
import { hasDisplay, openPage, pageByHand } from './open-page.ts';
import { otherAgents } from './other-agents.ts';
import { readyOf } from './ready.ts';
import { findSecretValues } from './redaction/find-secrets.ts';
import { dialRelay } from './relay-link/dial.ts';
import { RelayLink } from './relay-link/relay-link.ts';
import { socketUrl } from './relay-link/relay-url.ts';
import { exitOfCode } from './report-error.ts';
import type { Claim } from './rooms/claim-room.ts';
import type { DataDirectory } from './rooms/data-directory.ts';
import { openFolderIndex } from './rooms/folder-index.ts';
import { writeRunning } from './rooms/running-file.ts';
import { type SeatAdvice, waitForSeat } from './seat.ts';
import type { SessionEvent } from './session/host-session-engine.ts';
import { type Session, startSession } from './session/session.ts';
import type { SharedFolder } from './shared-folder.ts';
import type { StopSignal } from './stop-signal.ts';
import { systemClock, systemEndOfTurn, systemRandom, systemTimer } from './system.ts';
import { FolderWorkspaces } from './workspace/folder-workspaces.ts';

export type ServeRoomOptions = {
  options: RunOptions & { dataDir?: string };
  folder: SharedFolder;
  claim: Claim & { kind: 'claimed' };
  choice: Choice;
  registry: AgentAdapterRegistry;
  reach: Reach;
  face: Face;
  surroundings: Surroundings;
  stop: StopSignal;
  data: DataDirectory;
};

/** How the person at the keyboard is called where they did not say. */
const nameless = 'Host';

/** The room from its session's start to its end: session, relay, face and browser brought together. */
export async function serveRoom(setup: ServeRoomOptions): Promise<void> {
  const { reach, face, stop, surroundings, options } = setup;
  let isOver = false;
  let fail: (error: BridgeError) => void = () => undefined;
  const failure = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  failure.catch(() => undefined);
  const session = await start(setup, (event) => hear(event, face, fail));
  const link = new RelayLink({
    url: socketUrl(reach.dialled, session.roomId),
    host: session.host,
    dial: dialRelay(surroundings.env, reach.ownCertificate),
    timer: systemTimer,
    random: Math.random,
    heartbeat: heartbeatText,
    changed: () => face.changed(),
  });
  try {
    link.start();
    await Promise.race([waitForSeat(session, link, reach, systemTimer, seatAdvice(setup)), stop.requested, failure]);
    if (stop.isRequested) return;
    const guestLink = linkOf(session);
    remember(setup, session, guestLink);
    const window: RoomWindow = {
      state: () => session.host.state,
      self: session.host.hostParticipantId,
      online: () => session.host.online(),
      cards: () => session.host.lobbyCards(),
      link: () => link.state,
      hostMs: systemClock.monotonicMs,
      wallMs: systemClock.wallMs,
    };
    const tell = (text: string) => face.notice(text);
    const newHostLink = () => onPage(reach.localPage, session.localHostInvite().link);
    const canOpen = hasDisplay(surroundings.env, surroundings.platform);
    const actions = hostActions({
      session,
      newHostLink,
      openPage: () =>
        canOpen
          ? openPage(newHostLink(), (text) => tell(`The browser could not be opened: ${text}`))
          : tell(pageByHand(newHostLink())),
      tell,
      end: () => stop.request(),
    });
    const page = canOpen ? (options.open ? 'opened' : 'on-key') : 'by-hand';
    face.ready(
      readyOf({ ...factsOf(setup, session), link: guestLink, page, comeBack: () => comeBack(setup, session.roomId) }),
      window,
      actions,
    );
    if (page === 'opened') actions.openPage();
    reach.tunnelEnded?.then((text) => {
      if (!isOver) tell(`cloudflared ended (${text}): the link leads nowhere. Start again with --resume --tunnel.`);
    });
    await Promise.race([stop.requested, failure]);
  } finally {
    isOver = true;
    face.ending();
    await session.stop();
    await link.stop();
  }
  face.ended();
}

/** As this start was; what shares more than an agent has to be named anew. */
function startedWith({ options, choice }: ServeRoomOptions): StartedWith {
  const { folder, worktree, dataDir } = options;
  const { onlyByName, provider } = choice.chosen.factory;
  return {
    folder,
    ...(worktree === undefined ? {} : { worktree }),
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(onlyByName === true ? { agent: provider } : {}),
  };
}

/** Enough of a room's id to tell it from the folder's others. */
const shortId = 8;

/** By its id where the folder has more rooms: `--resume` alone means the one that was started last. */
function comeBack(setup: ServeRoomOptions, roomId: string): string {
  const rooms = openFolderIndex(setup.data, setup.folder.path).rooms();
  const resume = rooms.length > 1 ? `--resume ${roomId.slice(0, shortId)}` : '--resume';
  return startLine(startedWith(setup), [...wayFlags(setup.options), resume]);
}

function seatAdvice(setup: ServeRoomOptions): SeatAdvice {
  const { claim, options } = setup;
  const started = startedWith(setup);
  return {
    isNew: claim.isNew,
    check: bridgeCommand(options.relay === undefined ? 'doctor' : `doctor --relay ${quoted(options.relay)}`),
    withoutRelay: startLine(started, [...(claim.isNew ? [] : ['--resume']), '--relay here']),
    recover: (aboveGen) => startLine(started, [...wayFlags(options), '--resume', `--recover ${aboveGen}`]),
  };
}

function start(setup: ServeRoomOptions, onEvent: (event: SessionEvent) => void): Promise<Session> {
  const { options, folder, claim, choice, registry, reach, surroundings, data } = setup;
  return startSession({
    folder: folder.path,
    dataFile: claim.files.dataFile,
    ...(claim.record.roomId === undefined
      ? {}
      : { newIdentity: () => journalGone(claim.files.dataFile, claim.record.roomId) }),
    dataFolder: data.path,
    provider: choice.chosen.factory.provider,
    factories: registry,
    otherAgents: otherAgents({ registry, folder: folder.path, environment: surroundings.env }),
    mode: options.mode,
    ...(options.model === undefined ? {} : { model: options.model }),
    clock: systemClock,
    timer: systemTimer,
    random: systemRandom,
    endOfTurn: systemEndOfTurn,
    pageUrl: reach.guestPage.href,
    hostName: options.name ?? nameless,
    title: options.title ?? claim.record.title,
    ...(folder.branch === undefined ? {} : { branch: folder.branch }),
    environment: surroundings.env,
    homePath: surroundings.home,
    machineName: hostname(),
    lobby: options.lobby,
    history: options.history,
    ...(options.recoverAbove === undefined ? {} : { recoverAboveGen: options.recoverAbove }),
    workspaces: ({ redactor, refreshSecrets, places }) =>
      new FolderWorkspaces({
        folder: places.workspacePath,
        roomFolder: claim.files.folder,
        dataPath: places.dataPath,
        environment: surroundings.env,
        clock: systemClock,
        timer: systemTimer,
        redact: (text) => redactor.uncounted(text),
        refreshSecrets,
        tell: (text) => setup.face.notice(text),
      }),
    onEvent,
  });
}

function hear(event: SessionEvent, face: Face, fail: (error: BridgeError) => void): void {
  switch (event.type) {
    case 'event':
      face.event(event.event);
      break;
    case 'people':
      face.changed();
      break;
    case 'failed':
      fail(stopped(event.code, event.message));
      break;
    case 'rolled_back':
      fail(olderCopy(event.gen));
      break;
  }
}

const stopped = (code: string, message: string) =>
  new BridgeError(exitOfCode(code), code, `The room stopped: ${message} What was saved before is kept.`, [
    'When that is mended: --resume',
  ]);

/** A room that was here before has its key in the journal: without it, what starts would be another room. */
function journalGone(file: string, roomId: string | undefined): never {
  throw new BridgeError(
    'noInput',
    'journal_gone',
    `Room ${roomId} cannot be brought back: ${file} is missing, empty or has lost the room's key. Nothing was started.`,
    ['Put the file back from a backup, or start a new room: leave out --resume'],
  );
}

const olderCopy = (gen: number) =>
  new BridgeError(
    'failed',
    'rolled_back',
    'A guest has seen a newer copy of this room, so this is an older one, for example from a backup. Nothing was sent.',
    ['Use the newer copy.', `If it is lost, go on from here: --resume --recover ${gen}`],
  );

/** Where the next start finds the room, and what a second start prints. */
function remember({ data, folder, claim, choice, reach }: ServeRoomOptions, session: Session, link: string): void {
  const { provider, name } = choice.chosen.factory;
  const { title } = session.host.state;
  const { roomId } = session;
  openFolderIndex(data, folder.path).put({ ...claim.record, roomId, title, port: reach.port, agent: provider });
  writeRunning(claim.files.runningFile, {
    token: claim.token,
    pid: process.pid,
    startedAtMs: claim.record.startedAtMs,
    state: 'ready',
    roomId,
    title,
    agent: name,
    links: [link],
  });
}

function factsOf({ options, folder, choice, reach, claim, surroundings }: ServeRoomOptions, session: Session) {
  return {
    options,
    folder,
    choice,
    reach,
    state: session.host.state,
    inviteLabel: session.defaultInvite.label,
    lobby: session.defaultInvite.lobby,
    isResumed: !claim.isNew,
    hiddenValues: findSecretValues(folder.path, surroundings.env).length,
    notices: session.report.text === undefined ? [] : [session.report.text],
  };
}

function linkOf(session: Session): string {
  const { link } = session.defaultInvite;
  if (link === undefined) throw new BridgeError('failed', 'no_link', 'The room has no open link.');
  return link;
}

/** The same invite on another page: everything that matters stands in the fragment. */
function onPage(page: URL, link: string | undefined): string {
  return link === undefined ? page.href : `${page.href}${link.slice(link.indexOf('#'))}`;
}
