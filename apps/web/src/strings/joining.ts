import type { ByeCode, CloseReason } from '@collagility/protocol/errors';
import { hostInviteMs, localHostInviteMs } from '@collagility/protocol/limits';
import type { IconName } from '../ui/icon.tsx';

type Face = { icon: IconName; tone?: 'neutral' | 'bad' | 'warn'; title: string; lead: string; fact?: string };

/** Everything between the link and the room. */
export const joining = {
  title: 'Join a coding session',
  lead: 'Somebody shares the coding agent on their machine. Ask to come in, and the host decides.',
  ownRoom: 'Did your own bridge open this page? Then you come straight in, as the host.',
  name: 'Your name in the room',
  nameHint: 'Others see it beside what you write.',
  nameHintHere: 'Others see it beside what you write. Your own bridge knows yours: there you may leave it empty.',
  asBridgeCalls: 'as the bridge calls you',
  nameMissing: 'Write a name first.',
  keepsNoKey:
    'A link to this computer: a reload keeps you in, and whoever opens the link again knocks as somebody new.',
  join: 'Ask to join',
  joining: 'Asking…',
  facts: [
    ['You will see', 'Prompts, agent output and changes, as far back as the host allows'],
    ['Others see', 'Your name, and whether you are watching'],
    ['Nothing runs', 'Joining starts nothing on your machine or theirs'],
  ] as [string, string][],
  roomKey: 'Room key',
  plainHttp: 'Over plain http this browser keeps no key for you: after a reload you knock again.',

  connecting: 'Connecting',
  connectingLead: 'Reaching the relay and proving the link. Nothing is shared until the host lets you in.',
  resuming: 'Opening the session',
  resumingLead: 'This browser has a key for the room. Coming back needs no new link.',

  waiting: 'Compare four words with the host',
  waitingLead: 'The host sees the same words beside your name. Read them out to each other. If theirs differ, leave.',
  waitingPill: 'At the door',
  waitingFor: (time: string) => `waiting ${time}`,
  words: 'Safety words',
  youAre: 'You are',
  leave: 'Leave',
  opensByItself: 'This page opens the session by itself once you are in. You can switch tabs; the title will change.',

  pasteLink: 'Paste the whole link',
  pasteNewLink: 'Paste a new link',
  pasteField: 'Link of the session',
  pasteHint: 'It looks like https://…/s#… and ends in 91 characters after the #.',
  pasteNot: 'That is not a link to a session. The part after # is missing.',
  open: 'Open',
  askAgain: 'Ask again',
  reload: 'Reload the page',
  tryAgain: 'Try again',
  useHere: 'Use it here',
  home: 'Go to the start page',
  retryIn: (seconds: number) => (seconds > 0 ? `Next try in ${seconds} s.` : 'Trying now…'),

  faces: {
    no_link: {
      icon: 'link',
      title: 'This page needs a link',
      lead: 'The part after # says which room, and holds the key. It is not here.',
      fact: 'Reloading a room’s page works in the browser you joined with. Elsewhere, ask the host for a link.',
    },
    damaged_link: {
      icon: 'link',
      title: 'The link is not complete',
      lead: 'Its check value does not fit: a piece is missing or was changed. Chat apps sometimes cut long links.',
      fact: 'Nothing was sent. A whole link has 91 characters after the #.',
    },
    other_tab: {
      icon: 'copy',
      title: 'Open in another tab',
      lead: 'This browser shows the session in another tab already. One tab holds the connection at a time.',
      fact: 'Using it here pauses it there. Nothing is lost.',
    },
    storage_full: {
      icon: 'key',
      tone: 'warn',
      title: 'This browser’s storage is full',
      lead: 'There is no room for the key that lets you come back, so nothing was sent. Delete data of other sites or free disk space, then reload.',
      fact: 'A private window works too: there the access ends with the tab.',
    },
    other_browser: {
      icon: 'key',
      title: 'Your access is on another browser',
      lead: 'This address names the room, and this browser has no key for it. Ask the host for a link.',
      fact: 'The address alone opens nothing.',
    },
    older_host: {
      icon: 'warning',
      tone: 'warn',
      title: 'An older copy of the host answered',
      lead: 'This browser has seen a newer state of this room than the host knows. That happens after a restored backup, or when somebody runs a copy.',
      fact: 'Nothing was sent to it. Ask the host before you go on.',
    },
    fork: {
      icon: 'warning',
      tone: 'bad',
      title: 'Two histories of this room',
      lead: 'What the host sent now does not continue what it sent before. The page stopped here.',
      fact: 'Ask the host what happened, then reload.',
    },
    version_mismatch: {
      icon: 'undo',
      tone: 'warn',
      title: 'Page and host speak different versions',
      lead: 'The host speaks a version of the protocol that this page does not. Reload to get the newest page.',
      fact: 'If it stays, the host is the older one: it can update with `npx collagility-bridge@latest`.',
    },
    relay_unreachable: {
      icon: 'wifi',
      tone: 'warn',
      title: 'The relay does not answer',
      lead: 'Check your network. If it is fine, the relay or the host’s computer may be off.',
    },
  } satisfies Record<string, Face> as Record<
    | 'no_link'
    | 'damaged_link'
    | 'other_tab'
    | 'other_browser'
    | 'storage_full'
    | 'older_host'
    | 'fork'
    | 'version_mismatch'
    | 'relay_unreachable',
    Face
  >,

  /** The host's own sealed word. */
  byes: {
    denied: {
      icon: 'cross',
      tone: 'bad',
      title: 'The host said no',
      lead: 'You were not let in to this room. Nothing was shared with you.',
      fact: 'Talk to the host before you ask again.',
    },
    unknown: {
      icon: 'key',
      title: 'The host does not know this browser',
      lead: 'Its key was removed or never got in. Ask for a link.',
    },
    removed: {
      icon: 'leave',
      title: 'The host removed you',
      lead: 'The room has new keys since then. What you had seen is not shown any more.',
      fact: 'If that was a mistake, ask the host for a link.',
    },
    revoked: {
      icon: 'lock',
      title: 'This link was replaced',
      lead: 'The host revoked it. People who are already in stay in.',
      fact: 'Old links open nothing, not even what was recorded before.',
    },
    expired: {
      icon: 'clock',
      title: 'This link has expired',
      lead: 'The session may still be running. Ask the host for a new link.',
      fact: 'Nothing of you was kept.',
    },
    used_up: {
      icon: 'people',
      title: 'This link is used up',
      lead: 'It was for a number of people, and they are in. Ask the host for one of your own.',
    },
    moved: {
      icon: 'copy',
      title: 'Opened elsewhere',
      lead: 'The same browser profile opened this room in another place, and that one goes on.',
      fact: 'If that was not you, tell the host: a copy of your profile may exist.',
    },
    busy: {
      icon: 'people',
      tone: 'warn',
      title: 'Too many people at the door',
      lead: 'The host has not looked at them yet. Try again in a moment.',
    },
    paused: {
      icon: 'pause',
      title: 'Sharing is paused',
      lead: 'The host has paused sharing. This page goes on by itself when the host does.',
    },
    rolled_back: {
      icon: 'warning',
      tone: 'warn',
      title: 'An older copy of the host answered',
      lead: 'Nothing was sent to it. Ask the host before you go on.',
    },
    left: {
      icon: 'leave',
      title: 'You left the room',
      lead: 'Your key for it was deleted here. To come back, open a link again.',
    },
    ended: {
      icon: 'stop',
      title: 'The session has ended',
      lead: 'The host stopped sharing. When they resume the room, the same address works again in this browser.',
    },
  } satisfies Record<ByeCode, Face> as Record<ByeCode, Face>,

  /** Under a link that opens nothing any more: only the host has a link of this kind. */
  hostLink: `If you are the host: your own link works once and not for long, ${localHostInviteMs / 1000} seconds from the bridge’s terminal and ${hostInviteMs / 60_000} minutes at most. Press o in that terminal for a new one.`,

  /** On the host's own computer, where the page was bound to a bridge that is gone. */
  ownPage: {
    title: 'Is this your own room?',
    lead: 'Your own page ends with its bridge. Everything that was said is kept.',
    runs: 'If the bridge runs again: press o in its terminal, and a new page opens.',
    stopped:
      'If it does not: start it in the room’s folder (from a clone of Collagility: `npm start -- <folder> --resume`).',
    command: 'npx collagility-bridge --resume',
  },

  /** The same where the page knows that it is the host's: it was in the room as such. */
  ownBridgeEnded: {
    icon: 'stop',
    title: 'Your bridge has ended',
  },
  ownBridgeEndedLead: 'Or it was started again. Your own page ends with it; everything that was said is kept.',
  ownTextsWait: 'What you wrote since waits for you in this browser.',

  /** The relay's word: never the host's decision. */
  relaySays: 'The relay says this, not the host.',
  closes: {
    no_such_room: {
      icon: 'search',
      title: 'There is no such room',
      lead: 'The relay does not know it. The host’s computer may be off, or the room is long gone.',
    },
    unknown_admission_key: {
      icon: 'lock',
      title: 'The relay does not know this link',
      lead: 'It may have expired, been used up or been replaced, or your browser’s access was taken back.',
    },
    host_away: {
      icon: 'clock',
      tone: 'warn',
      title: 'The host is away',
      lead: 'Their computer is not connected right now. This page goes on trying.',
    },
    room_full: { icon: 'people', tone: 'warn', title: 'The room is full', lead: 'It holds no more connections.' },
  } as Partial<Record<CloseReason, Face>>,
  closedOther: (text: string): Face => ({
    icon: 'warning',
    tone: 'warn',
    title: 'The connection was closed',
    lead: text,
  }),
} as const;
