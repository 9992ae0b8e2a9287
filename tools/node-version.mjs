/** What the bridge runs on; `apps/bridge/bin` says the same. */
const oldest = [22, 18];
/** Enough to install the Node that the repository brings. */
const oldestToInstall = [20, 0];

/** The Node of the lock file is a program for Linux on x64 with glibc. */
export const bringsNode = ({ platform, arch, isGlibc }) => platform === 'linux' && arch === 'x64' && isGlibc;

/**
 * Why this Node cannot run the repository, before anything is installed; `undefined` where it can.
 * `version` as in `process.versions.node`.
 */
export function nodeTrouble(place) {
  const { version } = place;
  const needed = bringsNode(place) ? oldestToInstall : oldest;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > needed[0] || (major === needed[0] && minor >= needed[1])) return undefined;
  return `Collagility needs Node ${needed.join('.')} or newer here; this is ${version}. Nothing was installed. Get a newer one from https://nodejs.org and run the command again.`;
}

/** This computer. */
export const thisPlace = () => ({
  platform: process.platform,
  arch: process.arch,
  isGlibc: process.report.getReport().header.glibcVersionRuntime !== undefined,
  version: process.versions.node,
});
