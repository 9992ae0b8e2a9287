'use client';
import { useDeferredValue, useState } from 'react';
import { visibleText } from '../../lib/visible-text.ts';
import { strings } from '../../strings.ts';
import { cx } from '../../ui/class-names.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { TextInput } from '../../ui/field.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { changesVersion } from '../changes/reported-files.ts';
import { Failed, Loading } from '../changes/trouble.tsx';
import { useAsk } from '../changes/use-ask.ts';
import { useRoom } from '../room/room-store.ts';
import { useRoomUi } from '../room/room-ui.ts';
import { FilePage } from './file-page.tsx';
import { PathText } from './path-text.tsx';

const words = strings.changes.files;

/** The shared folder: a tree, a field that finds, and the file that was opened. */
export function FilesTab() {
  const ui = useRoomUi();
  const version = useRoom((view) => changesVersion(view.state?.items));
  const [query, setQuery] = useState('');
  const typed = useDeferredValue(query.trim());
  if (ui.openedFile !== undefined)
    return (
      <ErrorBoundary resetKey={ui.openedFile}>
        <FilePage key={ui.openedFile} path={ui.openedFile} version={version} />
      </ErrorBoundary>
    );
  return (
    <>
      <div className="flex-none px-3 py-2">
        <TextInput
          type="search"
          aria-label={words.filter}
          placeholder={words.filter}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto pb-2 [&_ul]:px-1.5 [&_ul_ul]:px-0">
        {typed === '' ? <Folder path="" depth={0} version={version} /> : <FoundFiles query={typed} version={version} />}
      </div>
    </>
  );
}

const icons: Record<string, IconName> = { file: 'file', link: 'link', submodule: 'branch', folder: 'folder' };
const rowClass =
  'flex min-h-[26px] w-full cursor-pointer items-center gap-[7px] rounded-4 px-2 text-left text-[0.78125rem] hover:bg-hover hand:min-h-11 [&>svg]:text-ink-3';

function Folder({ path, depth, version }: { path: string; depth: number; version: number }) {
  const ui = useRoomUi();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const asked = useAsk({ ask: 'tree', path, ...(ui.agentId && { agentId: ui.agentId }) }, version, `tree ${path}`);
  if (asked.name === 'loading') return <Loading />;
  if (asked.name === 'failed') return <Failed code={asked.code} again={asked.again} />;
  const { entries, more } = asked.answer;
  if (entries.length === 0) return <p className="px-4 py-1 text-12 text-ink-3">{words.empty}</p>;
  const indent = { paddingLeft: 8 + depth * 14 };
  return (
    <ul>
      {entries.map(({ name, kind }) => {
        const full = path === '' ? name : `${path}/${name}`;
        const isOpen = open.has(full);
        const isFolder = kind === 'folder';
        return (
          <li key={name}>
            <button
              type="button"
              aria-expanded={isFolder ? isOpen : undefined}
              disabled={kind === 'submodule' || kind === 'other'}
              style={indent}
              className={rowClass}
              onClick={() => {
                if (!isFolder) ui.openFile(full);
                else setOpen(new Set(isOpen ? [...open].filter((one) => one !== full) : [...open, full]));
              }}
            >
              {isFolder ? (
                <Icon
                  name="right"
                  size={12}
                  className={cx('transition-transform duration-90', isOpen && 'rotate-90')}
                />
              ) : (
                <span className="w-3" />
              )}
              <Icon name={icons[kind] ?? 'file'} size={14} />
              <span className="min-w-0 truncate">{visibleText(name)}</span>{' '}
              {kind === 'submodule' ? <span className="flex-none text-11 text-ink-3">{words.submodule}</span> : null}
            </button>
            {isFolder && isOpen ? <Folder path={full} depth={depth + 1} version={version} /> : null}
          </li>
        );
      })}
      {more > 0 ? (
        <li style={indent} className="py-1 text-12 text-ink-3">
          {words.more(more)}
        </li>
      ) : null}
    </ul>
  );
}

function FoundFiles({ query, version }: { query: string; version: number }) {
  const ui = useRoomUi();
  const asked = useAsk({ ask: 'search', query, ...(ui.agentId && { agentId: ui.agentId }) }, version, 'search');
  if (asked.name === 'loading') return <Loading />;
  if (asked.name === 'failed') return <Failed code={asked.code} again={asked.again} />;
  const { paths, total } = asked.answer;
  if (paths.length === 0) return <p className="px-4 py-2 text-12 text-ink-3">{words.none}</p>;
  return (
    <ul>
      {paths.map((path) => (
        <li key={path}>
          <button type="button" className={rowClass} onClick={() => ui.openFile(path)}>
            <Icon name="file" size={14} />
            <PathText path={path} />
          </button>
        </li>
      ))}
      {total > paths.length ? (
        <li className="px-2 py-1 text-12 text-ink-3">{words.more(total - paths.length)}</li>
      ) : null}
    </ul>
  );
}
