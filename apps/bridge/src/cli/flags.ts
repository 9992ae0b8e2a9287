export type CommandName = 'run' | 'doctor' | 'agents' | 'rooms' | 'rooms delete' | 'relay' | 'relay use';

export type Flag = {
  type: 'string' | 'boolean';
  /** How the value is called in the help. */
  value?: string;
  /** May stand without its value. */
  optionalValue?: boolean;
  short?: string;
  group: 'Agent' | 'Room' | 'Link' | 'Reach' | 'Output';
  text: string;
  for: readonly CommandName[];
};

const run = ['run'] as const;

/** Every flag there is; the parser, the help and the suggestions all read this table. */
export const flags = {
  agent: {
    type: 'string',
    value: '<id>',
    short: 'a',
    group: 'Agent',
    text: 'which agent to share: mock, claude, … (`agents` lists them)',
    for: run,
  },
  model: {
    type: 'string',
    value: '<name>',
    short: 'm',
    group: 'Agent',
    text: 'model to start the agent with',
    for: run,
  },
  mode: {
    type: 'string',
    value: 'ask|act',
    group: 'Agent',
    text: 'ask: whatever changes something asks first (default); act: runs unasked, shown to all',
    for: run,
  },
  name: {
    type: 'string',
    value: '<text>',
    short: 'n',
    group: 'Room',
    text: 'your name, as the others see it',
    for: run,
  },
  title: {
    type: 'string',
    value: '<text>',
    group: 'Room',
    text: "the room's title (default: the folder's name)",
    for: run,
  },
  resume: {
    type: 'string',
    value: '[roomId]',
    optionalValue: true,
    short: 'r',
    group: 'Room',
    text: "bring a room back under its link and port (default: this folder's last)",
    for: run,
  },
  new: { type: 'boolean', group: 'Room', text: 'open another room although one runs in this folder', for: run },
  recover: {
    type: 'string',
    value: '<number>',
    group: 'Room',
    text: 'with --resume, after a restored backup: go on above the number that was reported',
    for: run,
  },
  worktree: {
    type: 'string',
    value: '[name]',
    optionalValue: true,
    group: 'Room',
    text: 'let the agent work in a git worktree beside the repository (default name: work)',
    for: run,
  },
  'end-survivors': {
    type: 'boolean',
    group: 'Room',
    text: 'end agents that outlived a killed bridge, without asking',
    for: run,
  },
  'data-dir': {
    type: 'string',
    value: '<folder>',
    group: 'Room',
    text: 'where rooms are kept (or COLLAGILITY_DATA_DIR)',
    for: ['run', 'doctor', 'agents', 'rooms', 'rooms delete', 'relay', 'relay use'],
  },
  lobby: { type: 'boolean', group: 'Link', text: 'who opens the link knocks, and you let them in (default)', for: run },
  'no-lobby': { type: 'boolean', group: 'Link', text: 'who has the link is in, without knocking', for: run },
  history: {
    type: 'string',
    value: 'all|from-now',
    group: 'Link',
    text: 'what newcomers may read of what was before them (default: all)',
    for: run,
  },
  port: {
    type: 'string',
    value: '<number>',
    short: 'p',
    group: 'Reach',
    text: 'port of the page and relay (default: a free one, kept with the room)',
    for: ['run', 'relay'],
  },
  relay: {
    type: 'string',
    value: '<url>',
    group: 'Reach',
    text: "your team's relay (or COLLAGILITY_RELAY); `here` for the one inside the bridge",
    for: ['run', 'doctor'],
  },
  tunnel: { type: 'boolean', group: 'Reach', text: 'a public https address by an installed cloudflared', for: run },
  lan: { type: 'boolean', group: 'Reach', text: 'listen on the local network; needs TLS files', for: ['run', 'relay'] },
  'tls-cert': {
    type: 'string',
    value: '<file>',
    group: 'Reach',
    text: 'certificate (PEM) for --lan',
    for: ['run', 'relay'],
  },
  'tls-key': { type: 'string', value: '<file>', group: 'Reach', text: 'its private key (PEM)', for: ['run', 'relay'] },
  'insecure-lan': {
    type: 'boolean',
    group: 'Reach',
    text: '--lan without TLS: the content stays encrypted, the page itself can be tampered with',
    for: ['run', 'relay'],
  },
  json: {
    type: 'boolean',
    group: 'Output',
    text: 'JSON lines on stdout and nothing else; answers as JSON lines on stdin',
    for: ['run', 'agents', 'doctor', 'rooms'],
  },
  yes: {
    type: 'boolean',
    short: 'y',
    group: 'Output',
    text: '`rooms delete` without being asked',
    for: ['rooms delete'],
  },
  'no-open': { type: 'boolean', group: 'Output', text: "do not open the host's page in the browser", for: run },
  help: {
    type: 'boolean',
    short: 'h',
    group: 'Output',
    text: 'this text',
    for: ['run', 'doctor', 'agents', 'rooms', 'rooms delete', 'relay', 'relay use'],
  },
  version: { type: 'boolean', short: 'v', group: 'Output', text: 'the version', for: ['run'] },
} as const satisfies Record<string, Flag>;

export type FlagName = keyof typeof flags;
export const flagNames: readonly string[] = Object.keys(flags);
export const isFlagName = (name: string): name is FlagName => Object.hasOwn(flags, name);
