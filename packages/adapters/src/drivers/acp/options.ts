import { type Fields, objectsAt, textAt } from '../../fields.ts';
import { ownValue } from '../../own-value.ts';
import type { ApprovalOption, ToolApprovalDecision } from '../../port.ts';
import type { AcpProfile } from './profile.ts';

const kinds = ['allow_once', 'allow_always', 'reject_once', 'reject_always'] as const;

const labelOfKind: Readonly<Record<(typeof kinds)[number], string>> = {
  allow_once: 'Allow once',
  allow_always: 'Always allow',
  reject_once: 'Reject',
  reject_always: 'Always reject',
};

/** The options of a request, in full and in order; a kind that is not the protocol's is for people to judge. */
export function optionsOf(params: Fields, profile: AcpProfile): ApprovalOption[] {
  return objectsAt(params, 'options').flatMap((option) => {
    const optionId = textAt(option, 'optionId');
    if (optionId === undefined) return [];
    const kind = kinds.find((one) => one === textAt(option, 'kind')) ?? 'other';
    const name = textAt(option, 'name') ?? optionId;
    // Some agents give the bare id as the name.
    const label = kind !== 'other' && name === optionId ? labelOfKind[kind] : name;
    const known = ownValue(profile.approvals?.reach ?? {}, optionId);
    const isOnce = kind === 'allow_once' || kind === 'reject_once';
    return [
      {
        optionId,
        label,
        kind,
        reach: known?.reach ?? (isOnce ? 'once' : 'unknown'),
        ...(known === undefined ? {} : { words: known.words }),
      },
    ];
  });
}

/** A list to choose from: more than one way to allow once, or ways that the protocol does not name. */
export function isChoice(options: readonly ApprovalOption[]): boolean {
  const ways = options.filter(({ kind }) => kind === 'allow_once' || kind === 'other');
  return ways.length > 1 || (ways[0]?.kind === 'other' && !options.some(({ kind }) => kind === 'allow_always'));
}

export type Outcome = { outcome: 'selected'; optionId: string } | { outcome: 'cancelled' };
export type Chosen = { ok: true; outcome: Outcome } | { ok: false; message: string };

/**
 * The answer in the agent's words: by the exact id of one of its options. An allowing never becomes a wider one: where
 * the agent offers nothing that reaches just this call, there is no answer, and the call is refused.
 */
export function choose(options: readonly ApprovalOption[], decision: Omit<ToolApprovalDecision, 'toolId'>): Chosen {
  if (decision.refusal === 'cancelled') return cancelled;
  if (decision.optionId !== undefined) return named(options, decision.optionId, decision.approved);
  if (decision.approved && isChoice(options)) return answered(options, Object.values(decision.answers ?? {}));
  const kind = decision.approved ? 'allow_once' : 'reject_once';
  const option = options.find((one) => one.kind === kind);
  if (option !== undefined) return { ok: true, outcome: { outcome: 'selected', optionId: option.optionId } };
  // Nothing refuses only this call: taking the request back is narrower than refusing for ever.
  if (!decision.approved) return cancelled;
  return { ok: false, message: 'It was refused: the agent offers no permission that is for this call only.' };
}

const cancelled: Chosen = { ok: true, outcome: { outcome: 'cancelled' } };

function named(options: readonly ApprovalOption[], optionId: string, approved: boolean): Chosen {
  const option = options.find((one) => one.optionId === optionId);
  if (option === undefined) return { ok: false, message: 'It was refused: the agent does not offer that answer.' };
  const allows = option.kind === 'allow_once' || option.kind === 'allow_always';
  const refuses = option.kind === 'reject_once' || option.kind === 'reject_always';
  // A decision and its option must say the same; else an "allow" could be worn by a "no", or the other way round.
  if ((approved && refuses) || (!approved && allows)) {
    return { ok: false, message: 'It was refused: the answer says the opposite of the decision.' };
  }
  return { ok: true, outcome: { outcome: 'selected', optionId } };
}

function answered(options: readonly ApprovalOption[], labels: readonly string[]): Chosen {
  const fitting = options.filter((one) => labels.includes(one.label));
  const [option] = fitting;
  if (option === undefined || fitting.length > 1)
    return { ok: false, message: 'It was refused: no option was chosen.' };
  return { ok: true, outcome: { outcome: 'selected', optionId: option.optionId } };
}
