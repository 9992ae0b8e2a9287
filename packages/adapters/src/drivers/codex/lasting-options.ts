import { type Fields, isFields, listAt, textsAt } from '../../fields.ts';
import type { ApprovalOption } from '../../port.ts';

/** An answer of Codex's own that holds for longer than the call, and how it is said. */
export interface Lasting {
  readonly option: ApprovalOption;
  readonly native: string | Fields;
}

/** Written into the user's own rules, for good and for all projects. Undefined where Codex does not offer it. */
export function prefixRule(params: Fields): Lasting | undefined {
  const prefix = textsAt(params, 'proposedExecpolicyAmendment');
  const isOffered = listAt(params, 'availableDecisions').some(
    (one) => isFields(one) && 'acceptWithExecpolicyAmendment' in one,
  );
  if (prefix.length === 0 || !isOffered) return undefined;
  return {
    option: {
      optionId: 'prefix_rule',
      label: 'Allow, and keep a rule for it',
      kind: 'allow_always',
      reach: 'permanent',
      words: `Codex writes into its own rules that every command beginning with "${prefix.join(' ')}" runs unasked, in all projects.`,
    },
    native: { acceptWithExecpolicyAmendment: { execpolicy_amendment: prefix } },
  };
}

export const sessionFiles: Lasting = {
  option: {
    optionId: 'session_files',
    label: 'Allow these files for the session',
    kind: 'allow_always',
    reach: 'session',
    words: 'From then on edits of the same files run unasked, whatever is written to them.',
  },
  native: 'acceptForSession',
};
