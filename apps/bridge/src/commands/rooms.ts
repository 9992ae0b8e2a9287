import { existsSync } from 'node:fs';
import { questionsAt } from '../ask.ts';
import { bridgeCommand } from '../bridge-command.ts';
import { BridgeError, systemErrorCode } from '../bridge-error.ts';
import { quoted } from '../cli/quoted.ts';
import { startLine } from '../cli/start-line.ts';
import { allRooms, goneFolder, idOf, type KnownRoom, roomsCalled } from '../rooms/all-rooms.ts';
import { type DataDirectory, shownBytes } from '../rooms/data-directory.ts';
import { deleteRoom } from '../rooms/delete-room.ts';
import { isHalfDeleted, type RoomRecord } from '../rooms/folder-index.ts';
import { filesOf } from '../rooms/room-files.ts';
import { childrenFile } from '../rooms/survivors.ts';
import type { StopSignal } from '../stop-signal.ts';
import { safeText } from '../terminal/safe-text.ts';
import { wrap } from '../terminal/style.ts';
import { type Surroundings, writeLines } from './say.ts';

type Where = { dataDir?: string };
const shortId = 8;

/** `rooms`: what is kept on this machine, and the commands that bring it back. */
export function roomsCommand(
  data: DataDirectory,
  options: Where & { json: boolean },
  surroundings: Surroundings,
): void {
  const { stdout, style } = surroundings;
  const rooms = allRooms(data);
  if (options.json) {
    if (rooms.length > 0)
      writeLines(
        stdout,
        rooms.map((room) => JSON.stringify(asJson(room))),
      );
    return;
  }
  if (rooms.length === 0) {
    writeLines(stdout, [
      '',
      `  No room is kept in ${safeText(data.path)}.`,
      `  Start one: ${safeText(bridgeCommand(`<folder>${inData(options)}`))}`,
      '',
    ]);
    return;
  }
  const lines = rooms.flatMap((room) => {
    const { record, folder, bytes } = room;
    const id = idOf(room).slice(0, record?.roomId === undefined ? undefined : shortId);
    const size = room.state === 'kept' ? shownBytes(bytes) : undefined;
    const where = filesOf(data, room.key).folder;
    if (record === undefined || folder === undefined)
      return [
        `  ${style.warn(room.state === 'half_deleted' ? `A room: ${halfDeleted}.` : 'What this room says of itself cannot be read.')}${size === undefined ? '' : `  ${style.quiet(size)}`}`,
        `    ${safeText(room.state === 'half_deleted' ? goneFolder(where) : where)}`,
        `    ${style.quiet('delete')}  ${deletion(id, options)}`,
        '',
      ];
    const facts = [record.agent, startedAt(record), size];
    const isHere = existsSync(folder);
    const state = stateWords(room, isHere);
    return [
      `  ${[style.bold(safeText(record.title)), state && (room.isRunning ? style.good(state) : style.warn(state))].filter((part) => part !== '').join('  ')}`,
      ...(room.trouble === undefined ? [] : [`    ${style.warn(safeText(room.trouble))}`]),
      `    ${safeText(folder)}  ${style.quiet(safeText(facts.filter((fact) => fact !== undefined).join(', ')))}`,
      // One that runs is found by its folder alone.
      ...(isHere && room.state === 'kept' && record.roomId !== undefined
        ? [
            `    ${style.quiet(room.isRunning ? 'link  ' : 'resume')}  ${safeText(resumption(folder, id, room, options))}`,
          ]
        : []),
      ...(room.isRunning ? [] : [`    ${style.quiet('delete')}  ${deletion(id, options)}`]),
      '',
    ];
  });
  writeLines(stdout, ['', ...lines]);
}

const halfDeleted = 'its deletion was cut off, and a part of it is still there';

function stateWords({ isRunning, state }: KnownRoom, isHere: boolean): string {
  if (isRunning) return 'running';
  if (state === 'half_deleted') return halfDeleted;
  if (state === 'gone') return 'its files are gone';
  return isHere ? '' : 'its folder is gone';
}

/** `undefined` where the number is none of a day. */
function startedAt({ startedAtMs }: RoomRecord): string | undefined {
  const at = new Date(startedAtMs);
  return Number.isNaN(at.getTime()) ? undefined : at.toLocaleString('sv-SE').slice(0, 16);
}

const resumption = (folder: string, id: string, { isRunning }: KnownRoom, where: Where): string =>
  startLine({ folder, ...where }, isRunning ? [] : [`--resume ${quoted(id)}`]);

const deletion = (id: string, where: Where): string =>
  safeText(bridgeCommand(`rooms delete ${quoted(id)}${inData(where)}`));

const inData = ({ dataDir }: Where): string => (dataDir === undefined ? '' : ` --data-dir ${quoted(dataDir)}`);

const asJson = ({ key, record, folder, bytes, isRunning, state, trouble }: KnownRoom) => ({
  type: 'room',
  key,
  ...(record && { roomId: record.roomId, title: record.title, agent: record.agent, startedAtMs: record.startedAtMs }),
  folder,
  bytes,
  isRunning,
  state,
  trouble,
});

/** `rooms delete <roomId>`: asks first, or is told `--yes`. */
export async function deleteRoomCommand(
  data: DataDirectory,
  { roomId, isSure, ...where }: Where & { roomId: string; isSure: boolean },
  surroundings: Surroundings,
  stop: StopSignal,
): Promise<boolean> {
  const { stdout, stderr, style } = surroundings;
  const [room, ...more] = roomsCalled(allRooms(data), roomId);
  if (room === undefined)
    throw new BridgeError(
      'noInput',
      'no_room',
      `No room here is called ${roomId}, by its id or the first six letters of it.`,
      [`See them: ${bridgeCommand(`rooms${inData(where)}`)}`],
    );
  if (more.length > 0)
    throw new BridgeError(
      'usage',
      'several_rooms',
      `${more.length + 1} rooms begin with ${roomId}. Nothing was deleted.`,
      [...[room, ...more].slice(0, 5).map((one) => `${idOf(one)}  ${safeText(one.record?.title ?? one.key)}`)],
    );
  const name = safeText(room.record?.title ?? room.key);
  if (room.isRunning) throw runs(name);
  const left = await childrenFile(filesOf(data, room.key).childrenFile).survivors();
  if (left.length > 0)
    throw new BridgeError(
      'busy',
      'agents_left',
      `Of ${name} an agent still runs that outlived its bridge (pid ${left.flatMap(({ pids }) => pids).join(', ')}). Nothing was deleted.`,
      room.folder === undefined
        ? []
        : [
            `End it first: ${startLine({ folder: room.folder, ...where }, [`--resume ${quoted(idOf(room))}`, '--end-survivors'])}`,
          ],
    );
  const what = {
    kept: `${name}, ${shownBytes(room.bytes)}: all that was said in it and its keys. Its links open nothing any more. The shared folder stays as it is.`,
    half_deleted: `What is left of ${name}, whose deletion was cut off. The shared folder stays as it is.`,
    gone: `The entry of ${name}, whose files are gone. The shared folder stays as it is.`,
  }[room.state];
  if (!isSure) {
    const questions = questionsAt(surroundings, stop);
    if (questions === undefined)
      throw new BridgeError(
        'usage',
        'not_asked',
        `This cannot be undone, and nobody can be asked here: ${what} Nothing was deleted.`,
        ['Say that it is meant: add --yes'],
      );
    writeLines(stderr, ['', ...wrap(what, (stderr.columns ?? 80) - 4).map((line) => `  ${line}`)]);
    if (!(await questions.sure('This cannot be undone. Delete it?'))) {
      writeLines(stdout, ['  Nothing was deleted.']);
      return false;
    }
  }
  tryDeleting(data, room, name);
  writeLines(stdout, [`  ${style.good('Deleted')}  ${name}`]);
  return true;
}

function tryDeleting(data: DataDirectory, room: KnownRoom, name: string): void {
  const { folder } = filesOf(data, room.key);
  let outcome: ReturnType<typeof deleteRoom>;
  try {
    outcome = deleteRoom(data, room);
  } catch (cause) {
    if (systemErrorCode(cause) === undefined || cause instanceof BridgeError || !(cause instanceof Error)) throw cause;
    const what = isHalfDeleted(data, room.key)
      ? `${name} is no room any more, but not all of its files could be removed (${cause.message}).`
      : `${name} cannot be deleted (${cause.message}). It is as it was.`;
    throw new BridgeError('cannotCreate', 'not_removed', what, ['Give its files to your user, then try again'], {
      cause,
    });
  }
  if (outcome === 'running') throw runs(name);
  if (outcome === 'being_chosen')
    throw new BridgeError('busy', 'folder_busy', 'A start in its folder is choosing its room. Nothing was deleted.', [
      'Wait for it or end it, then try again.',
    ]);
  if (outcome === 'not_ours')
    throw new BridgeError(
      'cannotCreate',
      'not_a_folder',
      `${folder} is a link or a file: what it leads to was not made here. Nothing was deleted.`,
      ['Remove it by hand, then try again'],
    );
}

const runs = (name: string) =>
  new BridgeError('busy', 'room_running', `${name} is running. Nothing was deleted.`, [
    'End it first: Ctrl+C in its terminal',
  ]);
