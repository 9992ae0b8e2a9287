import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium, type LaunchOptions } from '@playwright/test';

export type BrowserHabits = {
  /** The person forbade sites to keep anything. */
  forbidsStorage?: boolean;
  args?: string[];
  /** How large they set text, in px; a browser's own is 16. */
  textPx?: number;
  /** Their screen. */
  screen?: BrowserContextOptions;
};

/** A browser of its own: with other switches or settings than the one that the other people share. */
export async function startOwnBrowser(habits: BrowserHabits, launch: LaunchOptions): Promise<BrowserContext> {
  const profile = mkdtempSync(join(tmpdir(), 'collagility-browser-'));
  const block = 2;
  const settings = {
    ...(habits.forbidsStorage === true && { profile: { default_content_setting_values: { cookies: block } } }),
    ...(habits.textPx !== undefined && { webkit: { webprefs: { default_font_size: habits.textPx } } }),
  };
  mkdirSync(join(profile, 'Default'));
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(settings));
  const args = [...(launch.args ?? []), ...(habits.args ?? [])];
  const context = await chromium.launchPersistentContext(profile, { ...launch, ...habits.screen, args });
  // Its processes may still write for a moment.
  context.on('close', () => rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  return context;
}
