import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { Disc } from './disc.tsx';
import { Icon, type IconName } from './icon.tsx';

export type Signer = { name: string; color: number };

export type SigningState =
  /** Nobody signed yet: who may stands on an empty grey line. */
  | { name: 'open' }
  | { name: 'signed' }
  | { name: 'denied' }
  /** Nobody ever will: a dashed line. */
  | { name: 'void'; icon: IconName };

const looks: Record<SigningState['name'], string> = {
  open: 'border-field text-ink-2',
  signed: 'border-accent text-accent font-semibold',
  denied: 'border-bad text-bad font-semibold',
  void: 'border-field border-dashed text-ink-2 font-medium',
};

/** Every decision has one: who may sign, who signed, or that nobody did. */
export function SigningLine({
  state,
  signers,
  words,
  under,
}: {
  state: SigningState;
  signers: Signer[];
  words: string;
  under?: ReactNode;
}) {
  const icon = state.name === 'signed' ? 'check' : state.name === 'denied' ? 'cross' : undefined;
  return (
    <div className="min-w-0">
      <div className={cx('flex min-h-[34px] items-center gap-[7px] border-b-[1.5px] pb-[3px]', looks[state.name])}>
        {icon === undefined ? null : <Icon name={icon} />}
        {state.name === 'void' ? <Icon name={state.icon} /> : null}
        {signers.map((signer, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name
          <Disc key={`${signer.name}${index}`} name={signer.name} color={signer.color} />
        ))}
        <span className="truncate">{words}</span>
      </div>
      {under === undefined ? null : <div className="pt-[5px] text-12 text-ink-3">{under}</div>}
    </div>
  );
}
