'use client';
import { useMemo, useRef, useState } from 'react';
import { visibleText } from '../../lib/visible-text.ts';
import { strings } from '../../strings.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { chunksOf } from '../changes/chunks.ts';
import { LineText } from '../changes/line-view.tsx';
import { NearChunk } from '../changes/near-chunk.tsx';
import { splitPath } from '../changes/reported-files.ts';
import { Failed, Loading } from '../changes/trouble.tsx';
import { useAsk } from '../changes/use-ask.ts';
import { useRoomUi } from '../room/room-ui.ts';
import { sizeOf } from '../transcript/big-text.ts';
import { useHighlight } from '../transcript/use-highlight.ts';

const words = strings.changes.files;
const pageLines = 2_000;

/** One file of the shared folder as it is now, by its first lines, and more on demand. */
export function FilePage({ path, version }: { path: string; version: number }) {
  const ui = useRoomUi();
  const [last, setLast] = useState(pageLines);
  const asked = useAsk(
    { ask: 'file', path, first: 1, last, ...(ui.agentId && { agentId: ui.agentId }) },
    version,
    path,
  );
  const [folder, name] = splitPath(path);
  const view = asked.name === 'answered' ? asked.answer : undefined;
  return (
    <>
      <div className="flex min-h-10 flex-none items-center gap-1 border-line border-b pr-3 pl-1">
        <IconButton icon="back" label={words.back} onClick={() => ui.openFile(undefined)} />
        <code className="min-w-0 flex-1 truncate text-12">
          {folder === '' ? '' : `${visibleText(folder)}/`}
          <b className="font-semibold">{visibleText(name)}</b>
        </code>
        {view === undefined ? null : (
          <span className="flex-none text-12 text-ink-3 tabular-nums">
            {view.without === undefined ? `${words.lines(view.lines)}, ` : ''}
            {sizeOf(view.bytes)}
          </span>
        )}
      </div>
      {asked.name === 'loading' ? <Loading /> : null}
      {asked.name === 'failed' ? <Failed code={asked.code} again={asked.again} /> : null}
      {view?.without === undefined ? null : <p className="px-4 py-4 text-ink-2">{words.without[view.without]}</p>}
      {view === undefined || view.without !== undefined ? null : (
        <Lines path={path} text={view.text}>
          {view.last < view.lines ? (
            <p className="px-3 py-2">
              {view.isCut ? (
                <span className="text-12 text-ink-3">{strings.changes.cut}</span>
              ) : (
                <Button size="small" onClick={() => setLast(last + pageLines * 2)}>
                  {words.showMore}
                </Button>
              )}
            </p>
          ) : null}
        </Lines>
      )}
    </>
  );
}

const lineHeightPx = 19;

function Lines({ path, text, children }: { path: string; text: string; children: React.ReactNode }) {
  const scroller = useRef<HTMLElement>(null);
  const lines = useMemo(() => text.split('\n'), [text]);
  const chunks = useMemo(() => chunksOf(lines), [lines]);
  const tokens = useHighlight(text, path.split('.').pop() ?? '');
  return (
    <ScrollRegion
      ref={scroller}
      label={words.view(visibleText(path))}
      className="diff-lines min-h-0 flex-1 overflow-y-auto py-1"
      style={{ '--digits': String(lines.length).length } as React.CSSProperties}
    >
      {chunks.map((chunk, at) => {
        const first = at * (chunks[0]?.length ?? 0);
        return (
          <NearChunk key={first} scroller={scroller} expectedPx={chunk.length * lineHeightPx} isNeeded={at === 0}>
            {() =>
              chunk.map((line, inChunk) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
                <div key={first + inChunk} className="diff-half">
                  <span className="diff-number">{first + inChunk + 1}</span>
                  <span />
                  <code className="diff-text">
                    <LineText text={line} tokens={tokens?.[first + inChunk]} />
                  </code>
                </div>
              ))
            }
          </NearChunk>
        );
      })}
      {children}
    </ScrollRegion>
  );
}
