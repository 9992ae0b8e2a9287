'use client';
import type { BigText } from '@collagility/protocol/events';
import { visibleText } from '../../lib/visible-text.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { sizeOf, useBigText } from './big-text.ts';
import { TerminalOutput } from './terminal-output.tsx';
import { toolFields } from './tool-fields.ts';

const words = strings.transcript;

/** What the tool was called with: as fields where it is an object. */
export function ToolInput({ input }: { input: BigText }) {
  const text = 'text' in input ? input.text : `${input.head}\n…\n${input.tail}`;
  const fields = toolFields(text);
  if (fields.length === 0) return null;
  return (
    <dl className="grid gap-1 border-line border-t px-3 py-2 text-12">
      {fields.map(([name, value]) => (
        <div key={name} className="flex gap-2">
          <dt className="mono flex-none text-ink-3">{visibleText(name)}</dt>
          <dd className="mono min-w-0 max-h-40 overflow-y-auto whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">
            {visibleText(value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What came out of it. */
export function ToolOutput({ output, isLive = false }: { output: BigText; isLive?: boolean }) {
  const { state, fetchAll } = useBigText(output);
  if (state.name === 'whole') return <TerminalOutput text={state.text} isLive={isLive} />;
  return (
    <>
      <TerminalOutput text={`${state.head.replace(/\n$/, '')}\n⋯\n${state.tail}`} />
      <p className="flex flex-wrap items-center gap-x-2 border-line border-t bg-sunken px-3 py-1 text-12 text-ink-3">
        {words.bigValue(sizeOf(state.bytes))}
        <Button size="small" look="ghost" disabled={state.isFetching} onClick={fetchAll}>
          {state.isFetching ? words.fetching : words.showAll}
        </Button>
        {state.hasFailed ? <span className="text-bad">{words.fetchFailed}</span> : null}
      </p>
    </>
  );
}
