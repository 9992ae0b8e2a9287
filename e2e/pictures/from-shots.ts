// The README's pictures from those of `npm run shots -w @collagility/web -- session-reviewing session-guest`, made small.
//   node e2e/pictures/from-shots.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { palettePng } from './palette-png.ts';

const root = join(import.meta.dirname, '../..');
const pictures = {
  'session-light.png': 'session-reviewing-desk-light.png',
  'session-dark.png': 'session-reviewing-desk-dark.png',
  'phone.png': 'session-guest-phone-dark.png',
};
for (const [name, shot] of Object.entries(pictures))
  writeFileSync(join(root, 'docs', name), palettePng(readFileSync(join(root, 'apps/web/shots/pictures', shot))));
