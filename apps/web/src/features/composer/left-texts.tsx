'use client';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useRoomUi } from '../room/room-ui.ts';
import { ownLine } from './own-line.ts';
import type { Unsent } from './unsent.ts';

const words = strings.room.composer;

/** What was written before this page and did not arrive, one line each, until it is taken back or let go. */
export function LeftTexts({ left, onSettled }: { left: Unsent[]; onSettled: (commandId: string) => void }) {
  const ui = useRoomUi();
  return (
    <ul
      aria-label={words.left.label}
      className="max-h-[24dvh] overflow-y-auto border-line border-t px-3 py-1.5 first:border-t-0"
    >
      {left.map(({ commandId, text, kind, agentId, state, hadPictures }) => (
        <li
          key={commandId}
          className="flex min-h-7 flex-wrap items-center gap-x-2 py-0.5 text-12 text-ink-2 max-sm:py-1"
        >
          <Icon name="warning" size={14} className="text-warn" />
          <span className={cx('truncate font-medium', ownLine.text)}>{text}</span>
          <span className={cx(ownLine.why, 'text-ink-3')}>{words.left[state]}</span>
          <span className={ownLine.acts}>
            {kind === undefined ? (
              <CopyButton text={text} size="small" />
            ) : (
              <Button
                size="small"
                onClick={() => {
                  ui.putBack({ text, kind, agentId });
                  onSettled(commandId);
                }}
              >
                {hadPictures ? words.putBackWithout : words.putBack}
              </Button>
            )}
            <Button size="small" look="ghost" onClick={() => onSettled(commandId)}>
              {words.dismiss}
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}
