'use client';
import { useEffect, useRef } from 'react';
import { hasSingleKeys } from '../../lib/single-keys.ts';
import { isComposing } from '../../lib/submit-key.ts';
import { isMeantForLayer, layerClosedEvent } from '../../ui/layer-closed.ts';
import { useFrontApproval } from '../approvals/use-front-approval.ts';
import { isInLayer, isTextField, isWriting } from './key-places.ts';
import { useRoomUi } from './room-ui.ts';
import { useInterrupt } from './use-interrupt.ts';

const regions = ['region-top', 'region-rail', 'region-main', 'region-desk', 'region-panel'];
/** The second Esc of a pair comes within this time. */
const pairMs = 1500;

/** Keys of the whole room: regions, approvals, interrupt, panel, key list. */
export function useRoomKeys(): void {
  const ui = useRoomUi();
  const interrupt = useInterrupt();
  const { front, goToNext } = useFrontApproval();
  const lastEscMs = useRef(Number.NEGATIVE_INFINITY);
  const layerClosedMs = useRef(Number.NEGATIVE_INFINITY);

  // By the events' own clock, which is that of the key.
  useEffect(() => {
    const onClosed = (event: Event) => {
      layerClosedMs.current = event.timeStamp;
    };
    const onToggle = (event: Event) => {
      if ('newState' in event && event.newState === 'closed') onClosed(event);
    };
    document.addEventListener(layerClosedEvent, onClosed);
    document.addEventListener('toggle', onToggle, true);
    return () => {
      document.removeEventListener(layerClosedEvent, onClosed);
      document.removeEventListener('toggle', onToggle, true);
    };
  }, []);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isComposing(event) || isInLayer()) return;
      const isCommand = event.metaKey || event.ctrlKey;
      if (event.key === 'F6') {
        event.preventDefault();
        focusRegion(event.shiftKey ? -1 : 1);
      } else if ((isCommand && event.key === '/') || isSingle(event, '?')) {
        event.preventDefault();
        ui.open({ name: 'keys' });
      } else if (isCommand && !event.shiftKey && event.key === 'k') {
        event.preventDefault();
        ui.open({ name: 'palette' });
      } else if ((isCommand && !event.shiftKey && event.key === 'f') || isSingle(event, '/')) {
        // What is not in the page the browser cannot find; pressed again in there, the key is the browser's.
        event.preventDefault();
        ui.open({ name: 'search' });
      } else if (isCommand && event.key === '.') {
        event.preventDefault();
        ui.togglePanel();
      } else if (event.key === 'Escape' && interrupt !== undefined) {
        if (isMeantForLayer(event.timeStamp, layerClosedMs.current)) return;
        const field = document.activeElement;
        const hasText = field instanceof HTMLTextAreaElement && field.value !== '';
        const isSecond = event.timeStamp - lastEscMs.current < pairMs;
        lastEscMs.current = event.timeStamp;
        if (!hasText || isSecond) interrupt();
      } else if (isSingle(event, event.shiftKey ? 'N' : 'n')) {
        if (front === undefined) return;
        event.preventDefault();
        const tray = document.getElementById('approval-tray');
        if (tray?.contains(document.activeElement) === true) goToNext(event.shiftKey ? -1 : 1);
        tray?.focus();
      }
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [front, goToNext, interrupt, ui]);

  // After an answer the card is gone; focus that was in it goes to the next one, behind the last to the composer.
  const frontId = front?.id;
  const frontApprovalId = front?.request.approvalId;
  const { writeInApproval } = ui;
  const hadFocus = useRef(false);
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body)
      document.getElementById(frontId === undefined ? afterTheLast() : 'approval-tray')?.focus();
    const track = () => {
      const active = document.activeElement;
      const isInside = document.getElementById('approval-tray')?.contains(active) ?? false;
      // A button that is locked by its own press loses the focus to nobody: it was there all the same.
      if (active !== document.body) hadFocus.current = isInside;
      writeInApproval(isInside && isWriting(active) ? frontApprovalId : undefined);
    };
    // A window that goes to the back keeps its field.
    const trackLater = () => queueMicrotask(track);
    document.addEventListener('focusin', track);
    document.addEventListener('focusout', trackLater);
    return () => {
      document.removeEventListener('focusin', track);
      document.removeEventListener('focusout', trackLater);
    };
  }, [frontId, frontApprovalId, writeInApproval]);
}

/** A field that takes the focus brings up the keyboard of a phone, which nobody asked for with an answer. */
const afterTheLast = (): string => (window.matchMedia('(pointer: coarse)').matches ? 'region-main' : 'composer-field');

/** A key without a modifier, not in a field, and not where single keys are switched off. */
const isSingle = (event: KeyboardEvent, key: string): boolean =>
  event.key === key &&
  !event.metaKey &&
  !event.ctrlKey &&
  !event.altKey &&
  !isTextField(event.target) &&
  hasSingleKeys();

function focusRegion(step: 1 | -1): void {
  const shown = regions
    .map((id) => document.getElementById(id))
    .filter((element) => element !== null && element.offsetParent !== null);
  // The desk is inside of the middle: the innermost one is where the focus is.
  const at = shown.findLastIndex((element) => element?.contains(document.activeElement));
  const next = shown[(at + step + shown.length) % shown.length];
  next?.focus();
}
