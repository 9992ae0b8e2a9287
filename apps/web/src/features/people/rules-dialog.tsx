'use client';
import type { Rule } from '@collagility/protocol/state';
import { clock } from '../../lib/time.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ExactText } from '../../ui/exact-text.tsx';
import { useActions, usePerson, useRoom } from '../room/room-store.ts';

const words = strings.room.rules;

/** What runs without a question, literally; each can be taken back. */
export function RulesDialog({ onClose }: { onClose: () => void }) {
  const rules = useRoom((view) => view.state?.rules);
  const all = Object.values(rules ?? {});
  return (
    <Dialog title={words.title} onClose={onClose}>
      <p className="mb-3 text-ink-2">{all.length === 0 ? words.none : words.lead}</p>
      <ul className="grid gap-3">
        {all.map((rule) => (
          <RuleLine key={rule.ruleId} rule={rule} />
        ))}
      </ul>
    </Dialog>
  );
}

function RuleLine({ rule }: { rule: Rule }) {
  const actions = useActions();
  const by = usePerson(rule.by);
  const mayManage = useRoom((view) => view.me?.rights.manage ?? false);
  return (
    <li className="grid gap-1">
      <code className="exact">
        <ExactText text={rule.match} />
      </code>
      <p className="flex items-center gap-2 text-12 text-ink-3">
        {words.by(by.name, clock(rule.atMs))}
        <span className="flex-1" />
        {mayManage ? (
          <Button
            look="bad"
            size="small"
            onClick={() => actions.send({ type: 'approval.revoke_rule', ruleId: rule.ruleId })}
          >
            {words.revoke}
          </Button>
        ) : null}
      </p>
    </li>
  );
}
