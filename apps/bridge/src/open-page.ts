import { localHostInviteMs } from '@collagility/protocol/limits';
import open from 'open';

/** Can a browser be opened here at all? Over ssh or in a container it would open nowhere, or on the wrong screen. */
export function hasDisplay(env: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform): boolean {
  if (env['SSH_CONNECTION'] !== undefined || env['CI'] !== undefined) return false;
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'] || env['WSL_DISTRO_NAME']);
}

/** What the host is told where no browser can be opened here, so that the page can be opened from elsewhere. */
export function pageByHand(link: string): string {
  return [
    'No browser can be opened here. Open your own page by hand (over ssh: forward the port first):',
    link,
    `It makes who opens it a host: once, and within ${localHostInviteMs / 1000} seconds. Keep it to yourself; o makes another.`,
  ].join('\n');
}

/** Opens the link in the browser; `failed` is told where that does not work, never thrown. */
export function openPage(link: string, failed: (text: string) => void): void {
  open(link).then(
    (child) => child.on('error', (error) => failed(error.message)),
    (error: unknown) => failed(error instanceof Error ? error.message : String(error)),
  );
}
