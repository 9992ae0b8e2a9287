'use client';
import type { Rule } from '@collagility/protocol/state';
import { clock } from '../../lib/time.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ExactText } from '../../ui/exact-text.tsx';
import { Check } from '../../ui/field.tsx';
import { useActions, useIsLive, usePerson, useRoom } from '../room/room-store.ts';

const words = strings.room.rules;

/** What runs without a question, literally; each can be taken back. */
export function RulesDialog({ onClose }: { onClose: () => void }) {
  const rules = useRoom((view) => view.state?.rules);
  const all = Object.values(rules ?? {});
  return (
    <Dialog title={words.title} onClose={onClose}>
      <TwoPersonRule />
      <h3 className="mt-4 mb-1 font-semibold">{words.inForce}</h3>
      <p className="mb-3 text-ink-2">{all.length === 0 ? words.none : words.lead}</p>
      <ul className="grid gap-3">
        {all.map((rule) => (
          <RuleLine key={rule.ruleId} rule={rule} />
        ))}
      </ul>
    </Dialog>
  );
}

/** The room's option; everybody sees it, whoever manages the room sets it. */
function TwoPersonRule() {
  const actions = useActions();
  const isOn = useRoom((view) => view.state?.isTwoPersonRuleOn ?? false);
  const mayManage = useRoom((view) => view.me?.rights.manage ?? false);
  const isLive = useIsLive();
  return (
    <Check
      checked={isOn}
      disabled={!mayManage || !isLive}
      onChange={(on) => actions.send({ type: 'room.set_two_person', on })}
      label={words.twoPerson}
      detail={words.twoPersonDetail}
    />
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
      <p className="mt-1 flex items-center gap-2 text-12 text-ink-3">
        <span className="min-w-0">
          {rule.toolName}, {words.scopes[rule.scope]}. {words.by(by.name, clock(rule.atMs))}
        </span>
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
