'use client';
import { useMemo, useState } from 'react';
import { visibleText } from '../../lib/visible-text.ts';
import { strings } from '../../strings.ts';
import { cx } from '../../ui/class-names.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { useRoom } from '../room/room-store.ts';
import { useRoomUi } from '../room/room-ui.ts';
import { Counts } from '../transcript/file-card.tsx';
import { type ChangedFile, changedFiles, splitPath } from './changed-files.ts';
import { FileDiff } from './file-diff.tsx';
import { Nothing } from './nothing.tsx';

const words = strings.room.changes;
const noItems: never[] = [];

/** Changed files as a tree of two levels, and the diff of the one that is chosen. */
export function ChangesTab() {
  const ui = useRoomUi();
  const items = useRoom((view) => view.state?.items) ?? noItems;
  const [scope, setScope] = useState<'session' | 'turn'>('session');
  const files = useMemo(() => changedFiles(items, scope), [items, scope]);
  const chosen = files.find((file) => file.path === ui.file) ?? files[0];
  const sum = {
    added: files.reduce((sum, file) => sum + file.added, 0),
    removed: files.reduce((sum, file) => sum + file.removed, 0),
  };
  return (
    <>
      <div className="flex flex-none items-center gap-2 px-3 py-2">
        <Segmented
          label={words.compare}
          value={scope}
          onChange={setScope}
          options={[
            { value: 'turn', label: words.turn },
            { value: 'session', label: words.session },
          ]}
        />
        <span className="flex-1" />
        {files.length === 0 ? null : <Counts {...sum} />}
      </div>
      {chosen === undefined ? (
        <Nothing title={words.none} lead={words.noneLead} />
      ) : (
        <>
          <Tree files={files} chosen={chosen.path} onChoose={ui.showFile} />
          <FileHead file={chosen} />
          <div className="min-h-0 flex-1 overflow-y-auto">
            {chosen.edits.map((edit) => (
              <div key={edit.id} className="border-line border-b last:border-b-0">
                <FileDiff path={edit.path} diff={edit.diff} />
              </div>
            ))}
          </div>
        </>
      )}
    </>
  );
}

function FileHead({ file }: { file: ChangedFile }) {
  const [folder, name] = splitPath(file.path);
  return (
    <div className="flex h-9 flex-none items-center gap-2 border-line border-b pr-2 pl-3">
      <code className="min-w-0 truncate text-12">
        {folder === '' ? '' : `${visibleText(folder)}/`}
        <b className="font-semibold">{visibleText(name)}</b>
      </code>
      <span className="flex-1" />
      <span className="flex-none text-12 text-ink-3">
        {file.previousPath === undefined
          ? file.edits.length > 1
            ? words.times(file.edits.length)
            : ''
          : words.from(visibleText(file.previousPath))}
      </span>
    </div>
  );
}

function Tree({ files, chosen, onChoose }: { files: ChangedFile[]; chosen: string; onChoose: (path: string) => void }) {
  const folders = new Map<string, ChangedFile[]>();
  for (const file of files) {
    const [folder] = splitPath(file.path);
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return (
    <div className="max-h-[34%] flex-none overflow-y-auto border-line border-b px-1.5 pb-1.5">
      {[...folders].map(([folder, inside]) => (
        <div key={folder}>
          {folder === '' ? null : (
            <p className="mono truncate px-2 py-[3px] text-12 text-ink-3">{visibleText(folder)}</p>
          )}
          {inside.map((file) => (
            <button
              key={file.path}
              type="button"
              aria-pressed={file.path === chosen}
              onClick={() => onChoose(file.path)}
              className={cx(
                'flex h-[26px] w-full cursor-pointer items-center gap-[7px] rounded-4 px-2 text-left text-[12.5px] hover:bg-hover aria-pressed:bg-hover aria-pressed:font-medium max-sm:h-11',
                folder !== '' && 'pl-5',
              )}
            >
              <span
                title={words.names[file.change]}
                className="mono w-3.5 flex-none text-center font-semibold text-[10.5px] text-ink-2"
              >
                <span aria-hidden="true">{words.letters[file.change]}</span>
                <span className="sr-only">{words.names[file.change]}</span>
              </span>
              <span className="min-w-0 flex-1 truncate">{visibleText(splitPath(file.path)[1])}</span>
              <Counts added={file.added} removed={file.removed} />
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}
