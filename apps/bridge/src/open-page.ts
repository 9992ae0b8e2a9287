import open from 'open';

/** Can a browser be opened here at all? Over ssh or in a container it would open nowhere, or on the wrong screen. */
export function hasDisplay(env: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform): boolean {
  if (env['SSH_CONNECTION'] !== undefined || env['CI'] !== undefined) return false;
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'] || env['WSL_DISTRO_NAME']);
}

/** Opens the link in the browser; `failed` is told where that does not work, never thrown. */
export function openPage(link: string, failed: (text: string) => void): void {
  open(link).then(
    (child) => child.on('error', (error) => failed(error.message)),
    (error: unknown) => failed(error instanceof Error ? error.message : String(error)),
  );
}
