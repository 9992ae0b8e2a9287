import { isAbsolute, relative } from 'node:path';

/** A path as the room sees it: relative inside the workspace, as it is outside. */
export function shownPath(path: string, workspacePath: string): string {
  if (!isAbsolute(path)) return path;
  const inside = relative(workspacePath, path);
  if (inside === '') return '.';
  return inside.startsWith('..') || isAbsolute(inside) ? path : inside;
}
