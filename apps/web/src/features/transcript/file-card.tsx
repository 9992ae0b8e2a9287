'use client';
import type { ApprovalItem, FileItem } from '@collagility/protocol/state';
import { useState } from 'react';
import { visibleText } from '../../lib/visible-text.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { ResolutionLine } from '../approvals/approval-record.tsx';
import { FileDiff } from '../changes/file-diff.tsx';
import { useRoomUi } from '../room/room-ui.ts';

const words = strings.transcript;

/** One changed file: path and counts, its diff when opened. */
export function FileCard({ item, approval }: { item: FileItem; approval: ApprovalItem | undefined }) {
  const ui = useRoomUi();
  const [isOpen, setIsOpen] = useState(false);
  const path = visibleText(item.path);
  // Of a long path the end is what is looked for.
  const cut = path.lastIndexOf('/') + 1;
  return (
    <div className="ml-[34px] overflow-hidden rounded-8 border border-line bg-surface max-sm:ml-0">
      <div className="flex min-h-[34px] items-center pr-1 hand:min-h-11">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-h-[34px] min-w-0 flex-1 cursor-pointer items-center gap-2 rounded-6 pl-2.5 text-left hand:min-h-11 [&>svg]:text-ink-3"
        >
          <Icon name="right" size={12} className={cx('transition-transform duration-90', isOpen && 'rotate-90')} />
          <Icon name={item.change === 'deleted' ? 'trash' : 'pencil'} />
          <span>{words.file[item.change]}</span>
          <code className="flex min-w-0 text-[0.78125rem]" title={path}>
            <span className="min-w-0 shrink-[999] truncate">{path.slice(0, cut)}</span>
            <span className="min-w-0 truncate">{path.slice(cut)}</span>
          </code>
          <Counts added={item.added} removed={item.removed} />
        </button>
        <Button look="ghost" size="small" onClick={() => ui.showFile(item.path)}>
          {words.review}
        </Button>
      </div>
      {isOpen ? (
        <div className="border-line border-t">
          <FileDiff path={item.path} diff={item.diff} />
        </div>
      ) : null}
      {approval?.resolution === undefined ? null : (
        <div className="border-line border-t px-3 pb-2">
          <ResolutionLine item={approval} resolution={approval.resolution} />
        </div>
      )}
    </div>
  );
}

/** `+12 −3`; a zero is left out, so an empty or only moved file has none. */
export function Counts({ added, removed }: { added: number; removed: number }) {
  if (added === 0 && removed === 0) return null;
  return (
    <span className="mono flex-none whitespace-nowrap text-12">
      {added > 0 ? <span className="text-ok">+{added}</span> : null}
      {removed > 0 ? <span className="text-bad"> −{removed}</span> : null}
    </span>
  );
}
