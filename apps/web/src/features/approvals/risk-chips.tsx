import type { RiskClass } from '@collagility/protocol/events';
import { strings } from '../../strings.ts';
import { Chip } from '../../ui/chip.tsx';
import type { IconName } from '../../ui/icon.tsx';

const icons: Record<RiskClass, IconName> = {
  read: 'file',
  write: 'pencil',
  execute: 'bolt',
  network: 'globe',
  'outside-workspace': 'leave',
  destructive: 'warning',
  secret: 'key',
};

/** What it risks. Only destructive is red: a warning that is always on is none. */
export function RiskChips({ risks }: { risks: readonly RiskClass[] }) {
  return risks.map((risk) => (
    <Chip key={risk} icon={icons[risk]} tone={risk === 'destructive' ? 'bad' : 'neutral'}>
      {strings.approvals.risks[risk]}
    </Chip>
  ));
}
