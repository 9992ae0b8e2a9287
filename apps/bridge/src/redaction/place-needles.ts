import { relative } from 'node:path';
import type { Needle } from './needle.ts';

export type Places = {
  /** The shared folder as it was named and as it really is. */
  workspacePaths: readonly string[];
  /** Folders of agents that work beside it, each as it was named and as it really is: shown by the first one's way from it. */
  ownPaths?: ReadonlyArray<readonly [string, string]>;
  homePath: string;
  hostName: string;
};

/** Below this a name is a word as often as a computer ("dev", "pc"). */
const minHostNameUnits = 5;
const commonHostNames = new Set(['localhost', 'ubuntu', 'debian', 'macbook', 'raspberrypi', 'server', 'docker']);

/** Paths are shown relative to the shared folder; the home folder is `~`; the computer's name never leaves. */
export function placeNeedles({ workspacePaths, ownPaths = [], homePath, hostName }: Places): Needle[] {
  const needles: Needle[] = [];
  for (const path of new Set(workspacePaths.map(withoutEnd)))
    if (path.length > 1) needles.push(...pathNeedles(path, ''));
  const [shared] = workspacePaths;
  // By the way to where it really is, one behind a link would tell all folders from the root on.
  for (const [named, real] of ownPaths) {
    if (shared === undefined) break;
    for (const path of new Set([named, real].map(withoutEnd)))
      if (path.length > 1) needles.push(...pathNeedles(path, `${relative(shared, named)}/`));
  }
  const home = withoutEnd(homePath);
  if (home.length > 1) needles.push(...pathNeedles(home, '~/'));
  if (hostName.length >= minHostNameUnits && !commonHostNames.has(hostName.toLowerCase()))
    for (const name of new Set([hostName, hostName.split('.')[0] ?? hostName]))
      if (name.length >= minHostNameUnits) needles.push(nameNeedle(name));
  return needles;
}

const withoutEnd = (path: string): string => path.replace(/[\\/]+$/, '');
const isNamePart = (character: string | undefined): boolean => character !== undefined && /[\w-]/.test(character);

/** `/srv/app/src` → `src`, `/srv/app` → `.`; not `/srv/app2`. */
function pathNeedles(path: string, replacement: string): Needle[] {
  const alone = replacement === '' ? '.' : replacement.slice(0, -1);
  const endOf = (at: number) => at + path.length;
  const whole: Needle = {
    prefix: path,
    kind: 'place',
    replacement: alone,
    boundary: 'path',
    measure: (text, at) => {
      const next = text[endOf(at)];
      const isOther = isNamePart(next) || (next === '.' && isNamePart(text[endOf(at) + 1]));
      return { end: isOther ? undefined : endOf(at), isOpen: endOf(at) + 1 >= text.length };
    },
  };
  return [
    whole,
    ...['/', '\\'].map((mark): Needle => {
      const prefix = path + mark;
      return {
        prefix,
        kind: 'place',
        replacement: replacement === '' ? '' : `${alone}${mark}`,
        boundary: 'path',
        measure: (text, at) => {
          const next = text[at + prefix.length];
          const isFolderItself =
            next === undefined || !(isNamePart(next) || next === '.' || next === '@' || next > '\x7f');
          return {
            end: isFolderItself && replacement === '' ? undefined : at + prefix.length,
            isOpen: at + prefix.length >= text.length,
          };
        },
      };
    }),
  ];
}

const nameNeedle = (name: string): Needle => ({
  prefix: name,
  kind: 'place',
  replacement: '⟦host⟧',
  boundary: 'name',
  measure: (text, at) => {
    const end = at + name.length;
    return { end: isNamePart(text[end]) ? undefined : end, isOpen: end >= text.length };
  },
});
