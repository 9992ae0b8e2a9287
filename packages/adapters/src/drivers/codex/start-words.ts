import type { StartWords } from '../../start-failure.ts';

export const installFix = 'Run `npm install -g @openai/codex`, or put `codex` on your PATH.';
export const loginFix = 'Run `codex login` on the host’s computer (or `codex login --with-api-key`), then send again.';

/** The npm package is there, the program for this platform is not. */
export const isWithoutProgram = (text: string): boolean => text.includes('Missing optional dependency @openai/codex-');

export const codexStart: StartWords = {
  name: 'Codex',
  installFix,
  withoutProgram: {
    says: isWithoutProgram,
    fix: 'Run `npm install -g @openai/codex@latest` again, with optional dependencies.',
  },
};
