import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { TerminalEvent } from '../../port.ts';
import { findBinary, loadPty } from '../../process/index.ts';
import { plainSigns } from './activity.ts';
import { settingsOf, type TerminalOptions } from './options.ts';
import { type ProgramExit, SharedTerminal } from './shared-terminal.ts';

const resolveFixture = createRequire(import.meta.url).resolve;
const fixture = (name: string): string => resolveFixture(`@collagility/fixtures/fake-clis/${name}.mjs`);
const has = (program: string): boolean => findBinary(program).ok;
const leftOut = (program: string): string => (has(program) ? '' : ` (left out: there is no ${program} here)`);
/** A fraction of what a flood writes in a tenth of a second. */
const maxPiledUnits = 1024 * 1024;
const cleanUps: Array<() => unknown> = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

/** A program in a terminal, and what its viewers were given. */
async function run(
  program: string,
  args: string[],
  environment: Record<string, string> = {},
  options: TerminalOptions = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'terminal-'));
  const terminal = new SharedTerminal(settingsOf({ size: { columns: 80, rows: 24 }, ...options }), plainSigns);
  const events: TerminalEvent[] = [];
  const output: string[] = [];
  let outputUnits = 0;
  terminal.watch((event) => {
    if (event.type !== 'output') {
      events.push(event);
      return;
    }
    outputUnits += event.text.length;
    // The beginning is enough for what is looked for.
    if (outputUnits < 2_000_000) output.push(event.text);
  });
  let exited: (exit: ProgramExit) => void = () => undefined;
  const exit = new Promise<ProgramExit>((resolve) => {
    exited = resolve;
  });
  const command = findBinary(program);
  if (!command.ok) throw new Error(`no ${program}`);
  const start = {
    command: command.command,
    arguments: args,
    workspacePath: folder,
    extraEnvironment: { HOME: folder, PS1: '$ ', BASH_SILENCE_DEPRECATION_WARNING: '1', ...environment },
  };
  await terminal.start(start, (found) => exited(found));
  cleanUps.push(async () => {
    await terminal.end();
    rmSync(folder, { recursive: true, force: true });
  });
  const screen = () => terminal.rows().join('\n');
  const until = async (isSo: () => boolean, withinMs = 10_000): Promise<number> => {
    const startMs = performance.now();
    while (!isSo()) {
      if (performance.now() - startMs > withinMs) throw new Error(`still not so: ${isSo}\n${screen()}`);
      await wait(10);
    }
    return performance.now() - startMs;
  };
  return {
    terminal,
    folder,
    events,
    output: () => output.join(''),
    outputUnits: () => outputUnits,
    screen,
    until,
    exit,
  };
}

const bash = (args: string[] = ['--norc', '--noprofile'], environment = {}) => run('bash', args, environment);
const living = (pid: number): boolean =>
  existsSync(`/proc/${pid}/stat`) && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

describe.runIf(process.platform === 'linux')('a shared terminal', () => {
  test('bash: what is typed is run, and everybody sees it', async () => {
    const { terminal, until, screen, exit } = await bash();
    await until(() => screen().includes('$'));
    terminal.type('echo $((40 + 2))\r');
    await until(() => screen().includes('\n42'));
    terminal.type('exit 7\r');
    expect(await exit).toEqual({ exitCode: 7 });
    expect(terminal.isRunning).toBe(false);
    expect(terminal.type('x')).toBe(false);
    expect(terminal.snapshot(100).text).toContain('42');
  });

  test.skipIf(!has('vim'))(
    `vim: a late joiner sees its screen, and its file is what was typed${leftOut('vim')}`,
    async () => {
      const { terminal, until, screen, folder, exit } = await run('vim', ['-u', 'NONE', '-N', 'note.txt']);
      await until(() => screen().includes('~'));
      terminal.type('ihello from all\x1b');
      await until(() => screen().includes('hello from all'));
      await wait(100);
      const { text, size } = terminal.snapshot(0);
      expect(text).toContain('hello from all');
      expect(text).toContain('\x1b[?1049h');
      expect(size).toEqual({ columns: 80, rows: 24 });
      terminal.type(':wq\r');
      expect(await exit).toEqual({ exitCode: 0 });
      expect(readFileSync(join(folder, 'note.txt'), 'utf8')).toBe('hello from all\n');
    },
  );

  test.skipIf(!has('htop'))(`htop: draws, and ends by its key${leftOut('htop')}`, async () => {
    const { terminal, until, screen, exit } = await run('htop', []);
    await until(() => /Load average|PID/.test(screen()));
    terminal.type('q');
    expect(await exit).toEqual({ exitCode: 0 });
  });

  test('[B37] a size out of bounds is refused, and one change is one resize', async () => {
    const { terminal, until, screen, events } = await bash([
      '--norc',
      '--noprofile',
      '-c',
      'trap "stty size" WINCH; echo on; while :; do sleep 0.05; done',
    ]);
    await until(() => screen().includes('on'));
    for (const size of [
      { columns: 1, rows: 1 },
      { columns: 1_000_000, rows: 30 },
      { columns: 80, rows: 1_000_000 },
      { columns: 80.5, rows: 24 },
      { columns: Number.NaN, rows: 24 },
      { columns: -80, rows: 24 },
    ])
      expect(terminal.resize(size), JSON.stringify(size)).toBe(false);
    expect(terminal.resize({ columns: 120, rows: 40 })).toBe(true);
    expect(terminal.resize({ columns: 120, rows: 40 })).toBe(true);
    await until(() => screen().includes('40 120'));
    expect(events.filter(({ type }) => type === 'resized')).toEqual([
      { type: 'resized', size: { columns: 120, rows: 40 } },
    ]);
    expect(terminal.snapshot(0).size).toEqual({ columns: 120, rows: 40 });
  });

  test('[B38] Control-C stops `yes` at once, with nothing piled up, and the shell goes on', {
    timeout: 30_000,
  }, async () => {
    const { terminal, until, screen, outputUnits } = await bash();
    await until(() => screen().includes('$'));
    const beforeBytes = process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
    terminal.type('yes\r');
    await until(() => outputUnits() > 1_000_000);
    await wait(3_000);
    const typedAtUnits = outputUnits();
    terminal.type('\x03');
    await until(() => screen().trimEnd().endsWith('$'));
    expect(outputUnits() - typedAtUnits).toBeLessThan(maxPiledUnits);
    terminal.type('echo still-here\r');
    await until(() => screen().includes('\nstill-here'));
    const afterBytes = process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
    expect(afterBytes - beforeBytes).toBeLessThan(128 * 1024 * 1024);
  });

  test('[B38] 60 MB of output pass, with a bounded memory', { timeout: 60_000 }, async () => {
    const { until, screen, exit } = await bash([
      '--norc',
      '--noprofile',
      '-c',
      'head -c 60000000 /dev/zero | tr "\\0" "z" | fold -w 79; echo; echo THE-END',
    ]);
    let peakBytes = 0;
    const startBytes = process.memoryUsage().rss;
    const timer = setInterval(() => {
      peakBytes = Math.max(peakBytes, process.memoryUsage().rss);
    }, 50);
    expect(await exit).toEqual({ exitCode: 0 });
    clearInterval(timer);
    await until(() => screen().includes('THE-END'));
    expect(peakBytes - startBytes).toBeLessThan(256 * 1024 * 1024);
  });

  test('[B38] a program that prints more than the screen has read waits for it, and is not stopped for good', async () => {
    const waits: string[] = [];
    /** Here the system hands over a few KB at a time, elsewhere much more. */
    const inLargePieces = async (): ReturnType<typeof loadPty> => {
      const { spawn } = await loadPty();
      return {
        spawn(...how) {
          const pty = spawn(...how);
          return {
            pid: pty.pid,
            onData: (listener) => pty.onData((data) => listener(Buffer.concat(Array(200).fill(Buffer.from(data))))),
            onExit: (listener) => pty.onExit(listener),
            write: (text) => pty.write(text),
            resize: (columns, rows) => pty.resize(columns, rows),
            pause: () => {
              waits.push('pause');
              pty.pause();
            },
            resume: () => {
              waits.push('resume');
              pty.resume();
            },
          };
        },
      };
    };
    const { until } = await run('bash', ['--norc', '--noprofile', '-c', 'yes'], {}, { loadPty: inLargePieces });
    await until(() => waits.length >= 3);
    expect(waits.slice(0, 3)).toEqual(['pause', 'resume', 'pause']);
  });

  test('[B68] all output comes before the end, every time', { timeout: 60_000 }, async () => {
    for (let count = 0; count < 100; count += 1) {
      const { exit, output } = await bash([
        '--norc',
        '--noprofile',
        '-c',
        'head -c 20480 /dev/zero | tr "\\0" x; echo END',
      ]);
      await exit;
      expect(output().length, `run ${count}`).toBeGreaterThanOrEqual(20_483);
      expect(output()).toContain('xEND');
    }
  });

  test('[B25] what the program started ends with it, also what left its group', { timeout: 20_000 }, async () => {
    for (const shape of ['wrapped', 'setsid']) {
      const { terminal, until, output } = await run(process.execPath, [fixture('process-tree'), shape]);
      await until(() => output().includes('grandchild'));
      const grandchild = Number(/"grandchild":(\d+)/.exec(output())?.[1]);
      expect(living(grandchild)).toBe(true);
      await terminal.end();
      expect(living(grandchild)).toBe(false);
    }
  });

  test('[B25] what a shell left in the background ends when the shell ends', { timeout: 20_000 }, async () => {
    const { terminal, until, output, exit, screen } = await bash();
    await until(() => screen().includes('$'));
    terminal.type('nohup sleep 1000 > /dev/null 2>&1 & echo pid=$!\r');
    await until(() => /pid=\d+\r/.test(output()));
    const pid = Number(/pid=(\d+)/.exec(output())?.[1]);
    terminal.type('exit\r');
    await exit;
    await until(() => !living(pid), 5_000);
  });

  test('a hostile screen gives viewers its words, gets its answers from here, and nothing else happens', async () => {
    const { terminal, until, output, exit, events } = await run(process.execPath, [fixture('hostile-screen')]);
    await until(() => output().includes('end'));
    const words =
      'copied asked click here titled told put queried coloured windowed printed drawn hidden safetxt.exedone moded long end'.split(
        ' ',
      );
    for (const word of words) expect(output()).toContain(word);
    // Only line ends are left of all controls, and the one soft thing that draws.
    expect(output().replaceAll(/[\r\n]/g, '')).toBe(
      'begincopiedaskedclick heretitledtoldputqueriedcolouredwindowedprinteddrawnhiddensafetxt.exedonemodedlongend',
    );
    await wait(200);
    terminal.type('q');
    await exit;
    const answers = /answers "(.*)"/.exec(output().replaceAll('\r\n', ''))?.[1] ?? '';
    expect(answers).toContain('ESC[?1;2c');
    expect(answers.match(/rgb:/g)).toHaveLength(2);
    expect(answers).not.toContain('bank');
    expect(terminal.size).toEqual({ columns: 80, rows: 24 });
    expect(events.filter(({ type }) => type === 'title')).toEqual([{ type: 'title', title: 'root@bank:~# gnp.exe' }]);
  });

  test('the program does not inherit our secrets, and has a terminal of its own', async () => {
    process.env['COLLAGILITY_ROOM_SECRET'] = 'z';
    const { exit, output } = await bash(['--norc', '--noprofile', '-c', 'tty; env; stty size']);
    delete process.env['COLLAGILITY_ROOM_SECRET'];
    await exit;
    expect(output()).toMatch(/\/dev\/pts\/\d+/);
    expect(output()).toContain('TERM=xterm-256color');
    expect(output()).toContain('24 80');
    expect(output()).not.toContain('COLLAGILITY_ROOM_SECRET');
  });

  test('[B67] without node-pty it says what is missing and how to get it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'no-pty-'));
    cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
    const source = new URL('../../process/load-pty.ts', import.meta.url).pathname;
    const errors = new URL('../../errors.ts', import.meta.url).href;
    // Beside no node_modules at all.
    writeFileSync(join(folder, 'load-pty.ts'), readFileSync(source, 'utf8').replace('../errors.ts', errors));
    writeFileSync(
      join(folder, 'try.mjs'),
      `import { loadPty } from './load-pty.ts';\nloadPty().catch((e) => console.log(JSON.stringify({ code: e.code, message: e.message, fix: e.detail.fix })));\n`,
    );
    const said = JSON.parse(
      execFileSync(process.execPath, ['--no-warnings', join(folder, 'try.mjs')], { encoding: 'utf8' }),
    );
    expect(said).toMatchObject({
      code: 'PROVIDER_NOT_FOUND',
      message: expect.stringContaining('node-pty'),
      fix: expect.stringContaining('npm install'),
    });
  });
});
