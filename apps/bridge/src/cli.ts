import { fileURLToPath } from 'node:url';
import { bridgeCommand } from './bridge-command.ts';
import { help } from './cli/help.ts';
import { type Invocation, parseOptions } from './cli/options.ts';
import { agentsCommand } from './commands/agents.ts';
import { doctorCommand } from './commands/doctor.ts';
import { relayCommand, relayUseCommand } from './commands/relay.ts';
import { deleteRoomCommand, roomsCommand } from './commands/rooms.ts';
import { type Surroundings, writeLines } from './commands/say.ts';
import { createRegistry } from './composition.ts';
import { exitCodes } from './exit-codes.ts';
import { homeFolder } from './home-folder.ts';
import { exitCodeOf, reportLines, reportOf } from './report-error.ts';
import { dataDirectoryPath, openDataDirectory } from './rooms/data-directory.ts';
import { runRoom } from './run-room.ts';
import { StopSignal } from './stop-signal.ts';
import { colored, plain } from './terminal/style.ts';
import { version } from './version.ts';
import { watchOutput } from './watch-output.ts';

/** The page's static export beside the bundle, in a checkout and in the published package alike. */
const webRoot = fileURLToPath(new URL('../web', import.meta.url));

/** Flags in, exit code out. Ends the process itself: nothing may hold it up after the room has ended. */
export async function main(args: readonly string[]): Promise<void> {
  // First of all: an early Ctrl+C must find a handler.
  const stop = new StopSignal(process, () => process.exit(exitCodes.forced.code));
  let isOutputLost = false;
  watchOutput(process, {
    // A terminal that is gone says so at each attempt; only a second key press is a second wish.
    readerGone: () => {
      if (!stop.isRequested) stop.request();
    },
    lost: (why) => {
      isOutputLost = true;
      writeLines(process.stderr, [`What is printed cannot be written any more (${why}). What runs goes on.`]);
    },
  });
  const wantsPlain = Boolean(process.env['NO_COLOR']) || process.env['TERM'] === 'dumb';
  const styleFor = (stream: NodeJS.WriteStream) => (stream.isTTY && !wantsPlain ? colored : plain);
  const surroundings = (): Surroundings => ({
    env: process.env,
    home: homeFolder(),
    platform: process.platform,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    style: styleFor(process.stdout),
  });
  const parsed = parseOptions(args);
  if (!parsed.ok) {
    writeLines(process.stderr, [parsed.message, `All flags: ${bridgeCommand('--help')}`]);
    return end(exitCodes.usage.code);
  }
  try {
    const code = await invoke(parsed.invocation, surroundings(), stop);
    await end(code, () => isOutputLost);
  } catch (error) {
    const report = reportOf(error);
    if ('json' in parsed.invocation && parsed.invocation.json) {
      const { code, message, next } = report;
      writeLines(process.stdout, [JSON.stringify({ type: 'error', code, message, next })]);
    } else writeLines(process.stderr, reportLines(report, styleFor(process.stderr)));
    if (report.code === 'failed' && process.env['NODE_DEBUG']?.includes('collagility')) console.error(error);
    await end(exitCodeOf(report));
  }
}

async function invoke(invocation: Invocation, surroundings: Surroundings, stop: StopSignal): Promise<number> {
  const openData = () => openDataDirectory(dataDirectoryPath(invocation.dataDir, surroundings));
  switch (invocation.command) {
    case 'help':
      writeLines(surroundings.stdout, [help(version).trimEnd()]);
      return exitCodes.ok.code;
    case 'version':
      writeLines(surroundings.stdout, [version]);
      return exitCodes.ok.code;
    case 'agents':
      await agentsCommand(createRegistry(), invocation.json, surroundings);
      return exitCodes.ok.code;
    case 'doctor': {
      const isWell = await doctorCommand(createRegistry(), openData, webRoot, invocation, surroundings);
      return isWell ? exitCodes.ok.code : exitCodes.unavailable.code;
    }
    case 'rooms':
      roomsCommand(openData(), invocation, surroundings);
      return exitCodes.ok.code;
    case 'rooms delete': {
      const isDeleted = await deleteRoomCommand(openData(), invocation, surroundings, stop);
      return isDeleted ? exitCodes.ok.code : exitCodes.failed.code;
    }
    case 'relay use':
      relayUseCommand(invocation.url, openData(), surroundings);
      return exitCodes.ok.code;
    case 'relay':
      await relayCommand(invocation, openData(), webRoot, surroundings, stop.requested);
      return exitCodes.ok.code;
    case 'run':
      await runRoom({
        options: invocation,
        data: openData(),
        webRoot,
        registryFor: createRegistry,
        surroundings,
        stop,
      });
      return exitCodes.ok.code;
  }
}

/** Whoever has stopped reading does not hold up the end. */
const lastWordsMs = 2_000;

/** Waits until what was written has left the process: a pipe would lose it at `exit`. */
async function end(code: number, isOutputLost: () => boolean = () => false): Promise<void> {
  const written = [process.stdout, process.stderr].map((stream) => new Promise((resolve) => stream.write('', resolve)));
  await Promise.race([Promise.all(written), new Promise((resolve) => setTimeout(resolve, lastWordsMs))]);
  process.exit(code === exitCodes.ok.code && isOutputLost() ? exitCodes.failed.code : code);
}
