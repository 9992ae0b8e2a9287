// Finds a Chromium for the browser stories, or installs one and says so first.
import { existsSync, readFileSync } from 'node:fs';
import { run, say } from './set-up.mjs';

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Path of a Chromium; undefined where Playwright's own build is used. */
export async function chromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (existsSync(given)) return given;
    say(`CHROMIUM_PATH names ${given}, and there is no such file.`);
    process.exit(78);
  }
  const found = usual.find((path) => existsSync(path));
  if (found) return found;
  if (process.getuid?.() === 0 && isDebian()) {
    say("No Chromium here: installing Debian's (apt-get install chromium)…");
    const codes = [await run('apt-get', ['update', '-qq'])];
    codes.push(await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']));
    if (existsSync(usual[0])) return usual[0];
    say(`That failed (apt-get ended with ${codes.join(' and ')}).`);
  }
  say("No Chromium here: installing Playwright's (playwright install chromium)…");
  const code = await run('playwright', ['install', 'chromium']);
  if (code !== 0) {
    say('No Chromium could be installed. Install one and set CHROMIUM_PATH to it, then run again.');
    process.exit(78);
  }
  return undefined;
}

function isDebian() {
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
}
