'use client';
import { ruleMatches } from '@collagility/protocol/rule-match';
import { useId, useState } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { Answering, Request } from './answering.ts';
import { useArmed } from './arming.ts';
import { Block } from './shown-body.tsx';

const words = strings.approvals.rule;

/** The literal rule stands there before it is kept; a pattern is checked against the request that asks. */
export function SessionRuleDialog({
  request,
  answering,
  onClose,
  isLive,
}: {
  request: Request;
  answering: Answering;
  onClose: () => void;
  isLive: boolean;
}) {
  const id = useId();
  const exact = request.sessionRule ?? '';
  const [scope, setScope] = useState<'session' | 'rule'>('session');
  const [pattern, setPattern] = useState(exact);
  // The click that opened this has not read it.
  const isArmed = useArmed(scope, isLive);
  const rule = scope === 'session' ? exact : pattern.trim();
  const trouble = scope === 'rule' ? troubleWithPattern(rule, exact) : undefined;
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button
            look="primary"
            disabled={!isArmed || answering.isLocked || trouble?.isFatal === true}
            onClick={() => {
              answering.allow({ scope, rule });
              onClose();
            }}
          >
            {words.save}
          </Button>
        </>
      }
    >
      <p className="mb-3 text-ink-2">{words.lead}</p>
      <Segmented
        label={words.scope}
        fill
        value={scope}
        onChange={setScope}
        options={[
          { value: 'session', label: words.scopes.session },
          { value: 'rule', label: words.scopes.rule },
        ]}
      />
      <div className="mt-3">
        {scope === 'session' ? (
          <>
            <p className="mb-1 font-medium text-12 text-ink-2">{words.text}</p>
            <Block text={exact} />
          </>
        ) : (
          <Field label={words.patternLabel} htmlFor={id}>
            <TextArea
              id={id}
              rows={2}
              value={pattern}
              spellCheck={false}
              autoCapitalize="off"
              autoCorrect="off"
              aria-describedby={`${id}-detail`}
              aria-invalid={trouble?.isFatal === true}
              className="mono text-12"
              onChange={(event) => setPattern(event.target.value)}
            />
          </Field>
        )}
        <p id={`${id}-detail`} className="mt-2 text-12 text-ink-3">
          {scope === 'session' ? words.sessionDetail : words.patternDetail} {words.tool(request.toolName)}.
        </p>
        {trouble === undefined ? null : (
          <p role="status" className={`mt-1.5 text-12 ${trouble.isFatal ? 'text-bad' : 'text-warn'}`}>
            {trouble.text}
          </p>
        )}
      </div>
    </Dialog>
  );
}

type Trouble = { text: string; isFatal: boolean };

/** A pattern that misses what asks now is a mistake; one that takes all, or none but this, is said to be so. */
function troubleWithPattern(pattern: string, exact: string): Trouble | undefined {
  if (pattern === '' || !ruleMatches({ scope: 'rule', match: pattern }, exact))
    return { text: words.patternMisses, isFatal: true };
  if (pattern.replaceAll(/[*\s]/g, '').length < 3) return { text: words.patternWide, isFatal: false };
  return pattern.includes('*') ? undefined : { text: words.patternNoStar, isFatal: false };
}
