'use client';
import type { FileChange } from '@collagility/protocol/workspace';
import { visibleText } from '../../lib/visible-text.ts';
import { strings } from '../../strings.ts';
import { Count } from '../../ui/chip.tsx';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { Counts } from '../transcript/file-card.tsx';
import { splitPath } from './reported-files.ts';

const words = strings.changes;
/** More rows than this are not drawn; the diff itself is reached through the files that are. */
const maxRows = 400;

type Props = {
  files: readonly FileChange[];
  more: number;
  chosen: string | undefined;
  comments: ReadonlyMap<string, number>;
  onChoose: (path: string) => void;
};

/** Changed files under their folders. */
export function FileTree({ files, more, chosen, comments, onChoose }: Props) {
  const shown = files.slice(0, maxRows);
  const folders = new Map<string, FileChange[]>();
  for (const file of shown) {
    const [folder] = splitPath(file.path);
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  const left = more + files.length - shown.length;
  return (
    <>
      {[...folders].map(([folder, inside]) => (
        <div key={folder}>
          {folder === '' ? null : (
            <p className="flex min-h-[26px] items-center gap-[7px] px-2 text-[0.78125rem] text-ink-2 max-sm:min-h-9">
              <Icon name="down" size={12} />
              <span className="min-w-0 truncate">{visibleText(folder)}</span>
            </p>
          )}
          {inside.map((file) => (
            <FileRow
              key={file.path}
              file={file}
              isInFolder={folder !== ''}
              isChosen={file.path === chosen}
              comments={comments.get(file.path) ?? 0}
              onChoose={onChoose}
            />
          ))}
        </div>
      ))}
      {left > 0 ? <p className="px-2 py-1 text-12 text-ink-3">{words.more(left)}</p> : null}
    </>
  );
}

function FileRow({
  file,
  isInFolder,
  isChosen,
  comments,
  onChoose,
}: {
  file: FileChange;
  isInFolder: boolean;
  isChosen: boolean;
  comments: number;
  onChoose: (path: string) => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() => onChoose(file.path)}
      className={cx(
        'flex min-h-[26px] w-full cursor-pointer items-center gap-[7px] rounded-4 px-2 text-left text-[0.78125rem] hover:bg-hover aria-pressed:bg-hover aria-pressed:font-medium hand:min-h-11',
        isInFolder && 'pl-[26px]',
      )}
    >
      <span
        title={words.names[file.change]}
        className="mono w-3.5 flex-none text-center font-semibold text-[0.65625rem] text-ink-2"
      >
        <span aria-hidden="true">{words.letters[file.change]}</span>
        <span className="sr-only">{words.names[file.change]}</span>
      </span>
      <span className="min-w-0 truncate">{visibleText(splitPath(file.path)[1])}</span>
      {comments === 0 ? null : (
        <span className="flex flex-none items-center gap-1 text-11 text-ink-3">
          <Icon name="chat" size={14} />
          <Count value={comments} label={words.comment.count(comments)} />
        </span>
      )}
      <span className="flex-1" />
      <Counts added={file.added} removed={file.removed} />
    </button>
  );
}
