'use client';
import { useState } from 'react';
import { finding } from '../../strings/finding.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Check } from '../../ui/field.tsx';
import { show } from './notifier.ts';
import { type Policy, type Reason, readPolicy, savePolicy } from './policy.ts';

const words = finding.notifications;
const reasons: Reason[] = ['approval', 'door', 'turn', 'mention'];

/** What this device tells of the room. The browser is asked only when somebody switches it on. */
export function NotificationsDialog({ onClose }: { onClose: () => void }) {
  const [policy, setPolicy] = useState(readPolicy);
  const [permission, setPermission] = useState(permissionNow);
  const change = (part: Partial<Policy>) => {
    const next = { ...policy, ...part };
    setPolicy(next);
    savePolicy(next);
  };
  const switchOn = (on: boolean) => {
    change({ on });
    if (!on || permission !== 'default') return;
    Notification.requestPermission().then(setPermission, reportError);
  };
  const isOn = policy.on && permission === 'granted';
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      footer={
        isOn ? <Button onClick={() => show(strings.product, words.testBody, 'test')}>{words.test}</Button> : undefined
      }
    >
      <p className="mb-3 text-ink-2">{words.lead}</p>
      {permission === 'missing' ? <p className="text-warn">{words.missing}</p> : null}
      {permission === 'denied' ? <p className="mb-3 text-warn">{words.refused}</p> : null}
      {permission === 'missing' ? null : (
        <div className="grid gap-1">
          <Check checked={isOn} disabled={permission === 'denied'} onChange={switchOn} label={words.on} />
          <div className="ml-6 grid gap-1">
            {reasons.map((reason) => (
              <Check
                key={reason}
                checked={policy[reason]}
                disabled={!isOn}
                onChange={(checked) => change({ [reason]: checked })}
                label={words.kinds[reason]}
              />
            ))}
            <Check
              checked={policy.quiet}
              disabled={!isOn}
              onChange={(quiet) => change({ quiet })}
              label={words.quiet}
            />
          </div>
        </div>
      )}
    </Dialog>
  );
}

/** Plain http beyond loopback, and some phones, have none at all. */
const permissionNow = (): NotificationPermission | 'missing' =>
  'Notification' in window && window.isSecureContext ? Notification.permission : 'missing';
