/** The start page. */
export const landing = {
  title: 'Share your coding agent, not your machine.',
  lead: 'Collagility opens the coding agent on your machine to other people through one encrypted link. They watch it work, talk and suggest prompts. You decide what runs, and everyone sees who said yes.',
  command: 'npx collagility-bridge',
  copy: 'Copy',
  copied: 'Copied',
  underCommand: 'Run it in any repository. It uses the agent you already have, or a demo one.',
  haveLink: 'I have a link',
  leaves: 'What leaves your machine',
  stays: 'Stays with you',
  staysItems: [
    'Your API keys and logins',
    'The agent and every process it starts',
    'Values from .env files, hidden before sending',
    'Who may do what: checked there, each time',
  ],
  goes: 'Goes to the people you let in',
  goesItems: [
    'Prompts and agent output',
    'Changes the agent makes to files',
    'Files of the folder that git does not ignore, secrets taken out',
    'Commands that wait for an answer',
    'Chat, suggestions, who is here',
  ],
  relay: 'The relay in between sees',
  relayItems: ['Encrypted frames, their size and time', 'The room’s public key', 'Network addresses'],
  relayNot: 'No names, no code, no prompts',
  limits:
    'Two honest limits: people you let in can copy what they see, and whoever serves this page is trusted for its code. The bridge serves its own copy of this page to you.',
  worksWith: 'Works with',
  agents:
    'Claude Code, Codex, Gemini CLI, goose, opencode, Qwen Code, GitHub Copilot CLI and others, every agent that speaks the Agent Client Protocol, any program in a terminal, and a demo agent that needs no account.',
  howTitle: 'How it goes',
  how: [
    ['Start the bridge', 'In your repository. It finds your agent, opens your page and prints a link.'],
    ['Send the link', 'The key is in the part after #, which no server receives.'],
    ['Let people in', 'Both sides see four words. If they match, admit them.'],
  ],
  demo: {
    host: 'Host',
    how: 'prompted, from Guest A’s suggestion',
    prompt: 'Retry failed webhook deliveries with backoff.',
    read: 'Read 7 files',
    edited: 'Edited',
    asked: 'The agent asked',
    run: 'Run a command',
    command: 'pnpm vitest run test/deliver.test.ts',
    signer: 'Guest A',
    signed: 'Allowed once, after 9 s',
    caption:
      'An answer is signed over exactly what was shown. If the command changes, the signature no longer fits, and nothing runs.',
  },
} as const;

export const notFound = {
  title: 'There is no page here',
  lead: 'A session link looks like /s#… and is long. Chat apps sometimes cut long links; ask for it again if yours is short.',
  home: 'Go to the start page',
} as const;
