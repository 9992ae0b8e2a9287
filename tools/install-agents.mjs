// Installs real agent CLIs once per machine, outside the workspaces, in the versions that e2e/agents/agents.json pins.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { environment, root, run, say } from './set-up.mjs';

const machine = `${process.platform}-${process.arch}`;
const withMachine = (text) => text.replaceAll('{machine}', machine);

/** Every agent that can be tested: its packages with their versions, and its program below `node_modules`. */
export const agents = JSON.parse(readFileSync(join(root, 'e2e', 'agents', 'agents.json'), 'utf8'));

/** One folder for all checkouts of this machine; each version of an agent has a folder of its own below it. */
export const agentsFolder =
  process.env.AGENTS_FOLDER ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'collagility', 'test-agents');

/** The versions as `name@version`, for people and for the name of the folder. */
export const versionOf = (packages) => Object.values(packages).join('+');

/** Installs one agent where it is missing. Returns the reason where it cannot be had on this machine. */
export async function installAgent(name, packages = agents[name].packages) {
  const { machines, runsInstallScript = false } = agents[name];
  if (machines !== undefined && !machines.includes(machine))
    return `its program can be had for ${machines.join(', ')} only, and this is ${machine}`;
  const folder = join(agentsFolder, name, versionOf(packages));
  if (agents[name].registry === 'pypi') return installPython(folder, packages);
  if (existsSync(folder)) return undefined;
  const wanted = Object.fromEntries(Object.entries(packages).map(([key, version]) => [withMachine(key), version]));
  const words = Object.entries(wanted).map(([key, version]) => `${key} ${version}`);
  say(`Installing ${words.join(' and ')} for the test (large, once per machine)…`);
  // Filled under another name, so that a broken installation is never taken for one.
  const filling = join(agentsFolder, name, `.filling-${process.pid}`);
  mkdirSync(filling, { recursive: true });
  const manifest = {
    private: true,
    dependencies: wanted,
    // Some place their program by their install script; the repository's own setting would forbid it.
    ...(runsInstallScript ? { allowScripts: Object.fromEntries(Object.keys(wanted).map((key) => [key, true])) } : {}),
  };
  writeFileSync(join(filling, 'package.json'), JSON.stringify(manifest));
  const flags = [`--ignore-scripts=${!runsInstallScript}`, '--no-package-lock', '--no-progress', '--loglevel=error'];
  const code = await run('npm', ['install', '--prefix', filling, ...flags, '--no-audit', '--no-fund'], {
    cwd: filling,
    env: environment(),
  });
  if (code === 0 && !existsSync(folder)) renameSync(filling, folder);
  rmSync(filling, { recursive: true, force: true });
  return existsSync(folder) ? undefined : `installing ${words.join(' and ')} failed: npm ended with ${code}, see above`;
}

/** Python packages into a virtual environment, which cannot be moved: a mark says that it is whole. */
async function installPython(folder, packages) {
  const mark = join(folder, 'whole');
  if (existsSync(mark)) return undefined;
  const wanted = Object.entries(packages).map(([key, version]) => `${key}==${version}`);
  const python = (await read('python3', ['--version'])) === '' ? 'python' : 'python3';
  if ((await read(python, ['--version'])) === '') return 'there is no Python on this machine';
  say(`Installing ${wanted.join(' and ')} for the test (large, once per machine)…`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const venv = join(folder, 'venv');
  const made = await run(python, ['-m', 'venv', venv], { cwd: folder, env: environment() });
  if (made !== 0) return `Python cannot make virtual environments here: it ended with ${made}, see above`;
  const pip = join(venv, process.platform === 'win32' ? 'Scripts' : 'bin', 'pip');
  const code = await run(pip, ['install', '--quiet', '--no-input', ...wanted], { cwd: folder, env: environment() });
  if (code !== 0) return `installing ${wanted.join(' and ')} failed: pip ended with ${code}, see above`;
  writeFileSync(mark, '');
  return undefined;
}

/** The newest published versions of an agent's packages; undefined where the registry does not answer. */
export async function newestPackages(name) {
  const newest = {};
  for (const key of Object.keys(agents[name].packages)) {
    const version = await newestOf(key, agents[name].registry);
    if (version === '') return undefined;
    newest[key] = version;
  }
  return newest;
}

async function newestOf(key, registry) {
  if (registry !== 'pypi') return read('npm', ['view', withMachine(key), 'version', '--loglevel=error']);
  return (
    /\(([^)]+)\)/.exec(await read('python3', ['-m', 'pip', 'index', 'versions', key.replace(/\[.*\]$/, '')]))?.[1] ?? ''
  );
}

/** What a program prints; nothing where it fails. */
function read(command, args) {
  return new Promise((resolve) => {
    execFile(command, args, { cwd: root, env: environment() }, (error, stdout) =>
      resolve(error === null ? stdout.trim() : ''),
    );
  });
}
