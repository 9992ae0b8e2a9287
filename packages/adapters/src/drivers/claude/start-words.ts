import type { StartWords } from '../../start-failure.ts';

export const installFix = 'Run `npm install -g @anthropic-ai/claude-code`, or put `claude` on your PATH.';

/** What npm leaves in place of the program when its install script did not run. */
export const isPlaceholder = (text: string): boolean => text.includes('native binary not installed');

export const claudeStart: StartWords = {
  name: 'Claude Code',
  installFix,
  withoutProgram: {
    says: isPlaceholder,
    fix: 'Run `npm install -g @anthropic-ai/claude-code` again, without --ignore-scripts.',
  },
};
