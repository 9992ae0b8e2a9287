'use client';
import { lazyPart } from '../../lib/lazy-part.ts';

/** The tabs come when they are shown, beside the first text. */
export const ChangesTab = lazyPart(async () => (await import('../changes/changes-tab.tsx')).ChangesTab);
export const FilesTab = lazyPart(async () => (await import('../files/files-tab.tsx')).FilesTab);
export const PlanTab = lazyPart(async () => (await import('./plan-tab.tsx')).PlanTab);
