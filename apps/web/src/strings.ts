import { agents } from './strings/agents.ts';
import { approvals } from './strings/approvals.ts';
import { changes } from './strings/changes.ts';
import { joining } from './strings/joining.ts';
import { people } from './strings/people.ts';
import { room } from './strings/room.ts';
import { terminal } from './strings/terminal.ts';
import { transcript } from './strings/transcript.ts';

/** Every sentence of the room's page; the landing page has its own file. English only for now; values with blanks are functions. */
export const strings = {
  product: 'Collagility',
  promise: 'End-to-end encrypted. The relay passes it on and cannot read it.',
  close: 'Close',
  coming: 'Loading…',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied',
  copyRefused: 'Select and copy it',
  joining,
  room,
  transcript,
  terminal,
  approvals,
  people,
  agents,
  changes,
} as const;
