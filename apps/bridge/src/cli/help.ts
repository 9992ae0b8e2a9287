import { bridgeCommand } from '../bridge-command.ts';
import { exitCodes } from '../exit-codes.ts';
import { type Flag, flags } from './flags.ts';

const groups: Array<[Flag['group'], string]> = [
  ['Agent', 'Agent'],
  ['Room', 'Room'],
  ['Link', 'Link that is printed'],
  ['Reach', 'Who can reach it'],
  ['Output', 'Output'],
];

const commands: Array<[string, string]> = [
  ['[folder]', 'share an agent that works in the folder (default: this one)'],
  ['agents [--json]', 'what each agent can do, and which ones are here'],
  ['doctor [--json]', 'what is installed, logged in and reachable, and the command that fixes it'],
  ['rooms [--json]', 'the rooms kept on this machine, and how to bring each back'],
  ['rooms delete <roomId>', 'delete one for good, with its keys; the shared folder stays'],
  ['relay [--port <n>]', 'a relay of your own on Node, for a team'],
  ['relay use <url>', "remember the team's relay (`none` forgets it)"],
];

const examples: Array<[string, string]> = [
  ['', 'share the agent found here, from this folder'],
  ['~/code/shop --agent claude', 'another folder, Claude Code'],
  ['--agent "terminal:vim notes.md"', 'any program with a screen, shared as it is'],
  ['--tunnel', 'a link that works anywhere, by cloudflared'],
  ['--resume', "the folder's last room, same link"],
  ['--json | jq .', 'for programs'],
];

/** What `faces/json-face.ts` reads. */
const requests: Array<[string, string]> = [
  ['{"type":"admit","cardId":"…"}', 'let in who is at the door ("deny" turns away)'],
  ['{"type":"answer","approvalId":"…","decision":"allow"}', 'answer the agent ("deny"; also "scope", "feedback")'],
  ['{"type":"host_link"}', 'a new link of your own page: one use, 60 seconds'],
  ['{"type":"interrupt","agentId":"…"}', 'stop its turn (without agentId: all); "resume_queue" likewise'],
  ['{"type":"panic"}', 'stop everything and revoke all links; "end" ends the room'],
];

const width = 29;
const line = (left: string, text: string) =>
  `  ${left.padEnd(width)}${left.length >= width ? `\n${' '.repeat(width + 2)}` : ''}${text}`;

/** The whole `--help`. */
export function help(version: string, env: Readonly<Record<string, string | undefined>> = process.env): string {
  const parts = [
    `collagility-bridge ${version}: share a local coding agent's session by link, end-to-end encrypted.`,
    [`Usage: ${bridgeCommand('[folder] [flags]', env)}`, `       ${bridgeCommand('<command> [flags]', env)}`].join(
      '\n',
    ),
    ['Commands', ...commands.map(([left, text]) => line(left, text))].join('\n'),
    ...groups.map(([group, title]) =>
      [
        title,
        ...Object.entries<Flag>(flags)
          .filter(([, flag]) => flag.group === group)
          .map(([name, flag]) => line(flagName(name, flag), flag.text)),
      ].join('\n'),
    ),
    ['Examples', ...examples.map(([args, text]) => `  ${bridgeCommand(args, env).padEnd(54)}${text}`)].join('\n'),
    ['Lines on stdin with --json', ...requests.map(([left, text]) => line(left, text))].join('\n'),
    [
      'Environment',
      line('COLLAGILITY_RELAY', 'relay to use where --relay is not given'),
      line('COLLAGILITY_DATA_DIR', 'where rooms are kept'),
      line('HTTPS_PROXY, NO_PROXY', 'proxy to a relay elsewhere (loopback is never proxied)'),
      line('NO_COLOR', 'plain text'),
    ].join('\n'),
    ['Exit codes', ...Object.values(exitCodes).map(({ code, text }) => line(String(code), text))].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function flagName(name: string, flag: Flag): string {
  const short = flag.short === undefined ? '    ' : `-${flag.short}, `;
  return `${short}--${name}${flag.value === undefined ? '' : ` ${flag.value}`}`;
}
