import { isAbsolute } from 'node:path';
import { findBinary, type ProcessRecord } from '@collagility/adapters/process';
import type { AgentAdapterRegistry } from '@collagility/adapters/registry';
import { type Questions, questionsAt } from './ask.ts';
import { boundedOutput } from './bounded-output.ts';
import { chooseAgent } from './choose-agent.ts';
import type { RunOptions } from './cli/options.ts';
import { type Surroundings, writeLines } from './commands/say.ts';
import type { Face } from './faces/face.ts';
import { JsonFace } from './faces/json-face.ts';
import { TerminalFace } from './faces/terminal-face.ts';
import { TextFace } from './faces/text-face.ts';
import { exposureOf } from './listeners/exposure.ts';
import { openReach } from './listeners/reach.ts';
import { claimRoom } from './rooms/claim-room.ts';
import type { DataDirectory } from './rooms/data-directory.ts';
import { allFolders } from './rooms/folder-index.ts';
import { type ChildrenFile, childrenFile, endSurvivors } from './rooms/survivors.ts';
import { tellRunning } from './running-elsewhere.ts';
import { serveRoom } from './serve-room.ts';
import { realOf } from './session/secrets.ts';
import {
  currentFolder,
  openSharedFolder,
  refuseDataDirectory,
  type SharedFolder,
  wideFolderNotice,
} from './shared-folder.ts';
import type { StopSignal } from './stop-signal.ts';
import { safeText } from './terminal/safe-text.ts';
import { unblockOutput } from './unblock-output.ts';
import { openWorktree } from './workspace/worktree.ts';

export type RunRoomOptions = {
  options: RunOptions & { dataDir?: string };
  data: DataDirectory;
  webRoot: string;
  registryFor(onProcessStarted: (record: ProcessRecord) => void, named: string | undefined): AgentAdapterRegistry;
  surroundings: Surroundings;
  stop: StopSignal;
};

/** One room, from the first look at the folder to its end. */
export async function runRoom(setup: RunRoomOptions): Promise<void> {
  const { options, data, surroundings, stop } = setup;
  // What would be refused anyway is refused before anything is made.
  exposureOf(options);
  const folder = await folderOf(options, surroundings);
  refuseDataDirectory(folder.path, realOf(data.path));
  const title = options.title ?? folder.name;
  const claim = claimRoom({
    data,
    ...(options.dataDir !== undefined && { dataDir: options.dataDir }),
    folder: folder.path,
    resume: options.resume,
    openAnother: options.openAnother,
    title,
    nowMs: Date.now(),
  });
  if (claim.kind === 'running') return tellRunning(claim, options.json, surroundings);
  try {
    const face = faceFor(options, surroundings);
    const questions = options.json ? undefined : questionsAt(surroundings, stop);
    const children = childrenFile(claim.files.childrenFile);
    await meetSurvivors(children, options, questions, face);
    const onProcessStarted = (record: ProcessRecord) => children.add(record);
    const registry = setup.registryFor(onProcessStarted, options.agent ?? claim.record.agent);
    const choice = await chooseAgent({
      detected: await registry.detectAll(surroundings.env),
      wanted: options.agent,
      ...(claim.record.agent === undefined ? {} : { before: claim.record.agent }),
      ...(questions === undefined ? {} : { ask: questions.agent }),
    });
    if (stop.isRequested) return tellUnstarted(folder, surroundings);
    for (const notice of [...folder.notices, ...(claim.notice === undefined ? [] : [claim.notice])])
      face.notice(notice);
    const reach = await openReach({
      options,
      data,
      env: surroundings.env,
      webRoot: setup.webRoot,
      workspacePath: folder.path,
      roomPort: claim.record.port,
      otherRoomsPorts: portsOf(data, claim.record.key),
      onProcessStarted,
    });
    try {
      await serveRoom({ options, folder, claim, choice, registry, reach, face, surroundings, stop, data });
    } finally {
      await reach.close();
    }
  } finally {
    claim.release();
  }
}

type StartFolder = SharedFolder & {
  /** A worktree that was made for this start, and the command that removes it. */
  made?: { root: string; remove: string };
};

/** Ended before the room was open, at a question or by Ctrl+C: what there is of it. */
function tellUnstarted({ made }: StartFolder, { stderr }: Surroundings): void {
  const lines = ['  Ended. Nothing was started.'];
  if (made !== undefined)
    lines.push(
      `  The new worktree ${made.root} is there; the next start with --worktree takes it. To remove it:`,
      `    ${made.remove}`,
    );
  writeLines(stderr, ['', ...lines.map(safeText)]);
}

/** The folder that is shared: the one that was asked for, or its worktree. */
async function folderOf(options: RunOptions, { env, home }: Surroundings): Promise<StartFolder> {
  const hasGit = findBinary('git', env).ok;
  const asked = openSharedFolder(options.folder, isAbsolute(options.folder) ? options.folder : currentFolder(), hasGit);
  const wide = wideFolderNotice(asked.path, realOf(home));
  if (options.worktree === undefined)
    return wide === undefined ? asked : { ...asked, notices: [wide, ...asked.notices] };
  const made = await openWorktree({ folder: asked.path, name: options.worktree, environment: env });
  const folder = openSharedFolder(made.path, made.path, hasGit);
  const what = made.isNew
    ? `The agent works in a new worktree, ${made.root}, on the branch ${made.branch}: what is not committed is not in it.`
    : `The agent works in the worktree ${made.root}, on the branch ${made.branch}.`;
  return {
    ...folder,
    ...(made.isNew && { made }),
    notices: [...folder.notices, what, `To take its commits over: ${made.merge}`, `To remove it: ${made.remove}`],
  };
}

function faceFor(options: RunOptions, { env, stdin, stdout, style }: Surroundings): Face {
  unblockOutput(stdout, (work) => process.once('exit', work));
  if (options.json) {
    const face = new JsonFace(boundedOutput(stdout, (lines) => `${JSON.stringify({ type: 'dropped', lines })}\n`));
    stdin.setEncoding('utf8').on('data', (text) => face.received(String(text)));
    // A program that closes its end, or never opened it, does not end the room.
    stdin.unref?.();
    return face;
  }
  // Without colours the keys are still there; only a terminal that cannot move its cursor has none.
  return stdin.isTTY && stdout.isTTY && env['TERM'] !== 'dumb'
    ? new TerminalFace({ input: stdin, output: stdout, style, signals: process })
    : new TextFace(boundedOutput(stdout, (lines) => `… ${lines} entries were left out: nobody read them.\n`));
}

/** Agents that outlived a killed bridge still run, and nobody watches them. */
async function meetSurvivors(
  children: ChildrenFile,
  options: RunOptions,
  questions: Questions | undefined,
  face: Face,
): Promise<void> {
  const survivors = await children.survivors();
  if (survivors.length === 0) return children.begin([]);
  const named = survivors.map(({ record, pids }) => `${record.command} (pid ${pids.join(', ')})`).join('; ');
  const isWanted =
    options.endSurvivors ||
    (await questions?.yes(`Still running since this room's bridge was killed: ${named}. End it?`));
  if (isWanted) {
    const left = await endSurvivors(survivors);
    face.notice(
      left.length === 0 ? `Ended what was left over: ${named}.` : `These would not end: pid ${left.join(', ')}.`,
    );
    return children.begin([]);
  }
  face.notice(`Still running since this room's bridge was killed: ${named}. End it with --end-survivors.`);
  children.begin(survivors);
}

/** Ports that other rooms' links name. */
function portsOf(data: DataDirectory, ownKey: string): Set<number> {
  const rooms = allFolders(data).flatMap(({ rooms: all }) => all);
  return new Set(rooms.flatMap(({ key, port }) => (key === ownKey || port === undefined ? [] : [port])));
}
