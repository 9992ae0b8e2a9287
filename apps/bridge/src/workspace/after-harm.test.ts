import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { as, type CheckpointId } from '@collagility/protocol/ids';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agent, turnScope, WorkspaceWorld } from './workspace-world.ts';

let world: WorkspaceWorld;
beforeEach(() => {
  world = new WorkspaceWorld();
  world.write('a.txt', '1\n');
  world.write('b.txt', '1\n');
  world.commit();
});
afterEach(() => world.end());

const changed = async (scope?: Parameters<typeof world.changes>[0]) => {
  const { source, files } = await world.changes(scope);
  return [source, ...files.map(({ change, path }) => `${change} ${path}`)];
};
const start = as<CheckpointId>('1');

describe('the user’s repository may go', () => {
  it('deleted and begun anew by the agent: what changed is still shown, and the files can still be put back', async () => {
    await world.turn('p1', () => {
      rmSync(join(world.folder, '.git'), { recursive: true });
      world.git('init', '-q');
      world.write('a.txt', '2\n');
    });
    expect(await changed()).toEqual(['git', 'modified a.txt']);
    expect((await world.diff('a.txt')).diff).toBe('@@ -1 +1 @@\n-1\n+2');
    expect(await world.open().restore(agent, start, 4)).toMatchObject({ ok: true });
    expect(world.read('a.txt')).toBe('1\n');
  });

  it('its old commits thrown away by gc: what was before a turn is still there', async () => {
    await world.turn('p1', () => {
      world.write('a.txt', '2\n');
      world.git('commit', '-q', '-a', '--amend', '-m', 'other');
      world.git('reflog', 'expire', '--expire=now', '--all');
      world.git('gc', '-q', '--prune=now');
    });
    expect(await changed(turnScope('p1'))).toEqual(['git', 'modified a.txt']);
    expect((await world.diff('a.txt')).diff).toBe('@@ -1 +1 @@\n-1\n+2');
  });

  it('where its objects could only be lent, looks go on, and what changed is told from then on', async () => {
    // It borrows itself, so that not all is to be had.
    writeFileSync(join(world.folder, '.git/objects/info/alternates'), `${world.root}/elsewhere\n`);
    await world.turn('p1', () => rmSync(join(world.folder, '.git'), { recursive: true }));
    world.git('init', '-q');
    world.write('a.txt', '2\n');
    await world.turn('p2', () => world.write('c.txt', '1\n'));
    expect(await changed(turnScope('p2'))).toEqual(['git', 'added c.txt']);
  });
});

describe('states that are lost', () => {
  const own = (name: string) => join(world.roomFolder, 'shared.git', name);

  it.each([
    ['with their objects', () => rmSync(own('objects'), { recursive: true })],
    ['with their list', () => truncateSync(own('checkpoints.json'), 0)],
  ])('%s: what the room said of them never means another one', async (_how, harm) => {
    const said = await world.turn('p1', () => world.write('a.txt', '2\n'));
    harm();
    for (let run = 0; run < 2; run += 1) {
      world.open();
      world.write('b.txt', `${run}\n`);
      const since = await world.ask({ ask: 'changes', scope: { of: 'since', checkpoint: said?.before ?? start } });
      await changed();
      const again = await world.open().restore(agent, said?.before ?? start, 4);
      expect([since, again]).toEqual(['no_such_object', { ok: false, code: 'no_such_object' }]);
      const now = await world.turn(`later-${run}`, () => world.write('a.txt', `later ${run}\n`));
      for (const id of [now?.before, now?.after]) expect([said?.before, said?.after]).not.toContain(id);
    }
  });
});

describe('our own repository after a crash', () => {
  const own = (name: string) => join(world.roomFolder, 'shared.git', name);

  // NousResearch/hermes-agent #107149: 1,666 failures in a row over five weeks behind one such lock.
  it('a lock that a killed git left stops no look, neither in this run nor in the next', async () => {
    await changed();
    for (const isRestarted of [false, true]) {
      writeFileSync(own('index.lock'), '');
      if (isRestarted) world.open();
      world.write('a.txt', isRestarted ? '3\n' : '2\n');
      expect(await changed()).toEqual(['git', 'modified a.txt']);
      const turn = `p${isRestarted}`;
      await world.turn(turn, () => world.write('b.txt', `${turn}\n`));
      expect(await changed(turnScope(turn))).toEqual(['git', 'modified b.txt']);
      world.write('b.txt', '1\n');
    }
  });

  it.each([
    ['once', 'The files are as they were.', 'new\n'],
    ['always', 'what was there before is kept', undefined],
  ])('a git that fails %s while files are put back: it says what there is now', async (how, said, left) => {
    const flag = join(world.root, 'failed');
    const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    const isNow = how === 'once' ? `[ ! -e ${flag} ]` : 'true';
    const bin = join(world.root, 'bin');
    mkdirSync(bin);
    writeFileSync(
      join(bin, 'git'),
      `#!/bin/sh\ncase "$*" in *checkout-index*) if ${isNow}; then : > ${flag}; echo no room >&2; exit 1; fi;; esac\nexec ${git} "$@"\n`,
      { mode: 0o755 },
    );
    world.environment = { ...world.environment, PATH: `${bin}:${world.environment['PATH']}` };
    const workspaces = world.open();
    await world.turn('p1', () => {
      world.write('a.txt', 'new\n');
      world.write('added.txt', 'new\n');
    });
    const restored = await workspaces.restore(agent, start, 4);
    expect(restored).toMatchObject({ ok: false, detail: expect.stringContaining(said) });
    expect(restored).toMatchObject({ detail: expect.stringContaining('no room') });
    expect(world.read('a.txt')).toBe('new\n');
    const added = join(world.folder, 'added.txt');
    expect(existsSync(added) ? readFileSync(added, 'utf8') : undefined).toBe(left);
  });

  it('a lock that a killed restore left stops no restore', async () => {
    const workspaces = world.open();
    await world.turn('p1', () => world.write('a.txt', '2\n'));
    writeFileSync(own('restore-index.lock'), '');
    expect(await workspaces.restore(agent, start, 4)).toMatchObject({ ok: true });
    expect(world.read('a.txt')).toBe('1\n');
  });

  it.each([
    ['an index without content', () => truncateSync(own('index'), 0)],
    ['an index that is cut', () => truncateSync(own('index'), 60)],
    ['an index of something else', () => writeFileSync(own('index'), 'x'.repeat(300))],
    ['a HEAD without content', () => truncateSync(own('HEAD'), 0)],
    ['no references', () => rmSync(own('refs'), { recursive: true })],
  ])('%s is mended by the next start, and nothing is told that did not happen', async (_what, harm) => {
    await changed();
    harm();
    world.open();
    world.write('a.txt', '2\n');
    expect(await changed()).toEqual(['git', 'modified a.txt']);
  });

  it('an index that breaks while the room runs is made anew by the look that meets it', async () => {
    await changed();
    truncateSync(own('index'), 0);
    world.write('a.txt', '2\n');
    expect(await changed()).toEqual(['git', 'modified a.txt']);
  });

  it('without its objects, what changed is told from the next start on', async () => {
    await changed();
    rmSync(own('objects'), { recursive: true });
    world.open();
    world.write('a.txt', '2\n');
    await changed();
    await world.turn('p1', () => world.write('b.txt', '2\n'));
    expect(await changed(turnScope('p1'))).toEqual(['git', 'modified b.txt']);
  });
});

// gitbutlerapp/gitbutler #5662: they did not show up if changed.
describe('a file that is ignored and in the repository all the same', () => {
  beforeEach(() => {
    world.write('.gitignore', '*.lock\nbuild/\n');
    world.write('deps.lock', '1\n');
    world.write('build/out.js', '1\n');
    world.write('own.lock', '1\n');
    world.git('add', '-f', '.gitignore', 'deps.lock', 'build/out.js');
    world.git('commit', '-q', '-m', 'second');
  });

  it('is shown as git shows it, and can be put back; one that is only ignored is not looked at', async () => {
    await world.turn('p1', () => {
      for (const name of ['deps.lock', 'build/out.js', 'own.lock']) world.write(name, '2\n');
    });
    expect(await changed()).toEqual(['git', 'modified build/out.js', 'modified deps.lock']);
    expect(await world.ask({ ask: 'file', path: 'own.lock' })).toBe('no_such_object');
    expect(await world.workspaces?.restore(agent, start, 4)).toMatchObject({ ok: true });
    expect(['deps.lock', 'build/out.js', 'own.lock'].map((name) => world.read(name))).toEqual(['1\n', '1\n', '2\n']);
  });

  it('is shown also where our index had to be made anew while the room runs', async () => {
    // Patterns that stand in no file of the folder: nothing there tells that they count again.
    rmSync(join(world.folder, '.gitignore'));
    writeFileSync(join(world.folder, '.git/info/exclude'), '*.lock\nbuild/\n');
    world.git('commit', '-q', '-a', '-m', 'third');
    await changed();
    truncateSync(join(world.roomFolder, 'shared.git', 'index'), 0);
    world.write('deps.lock', '2\n');
    expect(await changed()).toEqual(['git', 'modified deps.lock']);
  });

  it('is not looked at any more once the repository forgets it', async () => {
    await changed();
    world.git('rm', '-q', '--cached', 'deps.lock');
    world.write('deps.lock', 'private\n');
    expect(await changed()).toEqual(['git', 'deleted deps.lock']);
    expect(await world.ask({ ask: 'file', path: 'deps.lock' })).toBe('no_such_object');
  });

  it('is found although it came in, or its pattern did, while the room runs', async () => {
    await changed();
    world.git('add', '-f', 'own.lock');
    world.write('a.txt', '2\n');
    world.write('.gitignore', '*.lock\nbuild/\na.txt\n');
    expect(await changed()).toEqual(['git', 'modified .gitignore', 'modified a.txt', 'added own.lock']);
  });
});
