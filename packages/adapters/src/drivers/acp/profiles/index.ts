import type { AcpProfile } from '../profile.ts';
import { copilot } from './copilot.ts';
import { gemini } from './gemini.ts';
import { goose } from './goose.ts';
import { grok } from './grok.ts';
import { hermes } from './hermes.ts';
import { opencode } from './opencode.ts';
import { qwen } from './qwen.ts';
import { antigravity, auggie, cline, codebuddy, cursor, droid, kilo, kimi, mistralVibe } from './unproven.ts';
import { claudeAcp, codexAcp, openclaw, piAcp } from './wrappers.ts';

/** All agents that the driver knows by name, those tried with the real program first. */
export const acpProfiles: readonly AcpProfile[] = [
  gemini,
  goose,
  grok,
  opencode,
  qwen,
  copilot,
  claudeAcp,
  codexAcp,
  piAcp,
  openclaw,
  hermes,
  cursor,
  codebuddy,
  antigravity,
  kimi,
  cline,
  auggie,
  droid,
  kilo,
  mistralVibe,
];
