'use client';
import type { TimelineItem, ToolItem } from '@collagility/protocol/state';
import type { ReactNode } from 'react';
import { duration } from '../../lib/time.ts';
import { strings } from '../../strings.ts';
import { Step } from './step.tsx';

/** A run of calls as one line; opened, each is the card it was. */
export function RunRow({ tools, renderStep }: { tools: ToolItem[]; renderStep: (step: TimelineItem) => ReactNode }) {
  const commands = tools.filter(({ toolKind }) => toolKind === 'execute').length;
  const time = tools.reduce((sum, tool) => sum + (tool.durationMs ?? 0), 0);
  return (
    <Step
      icon="terminal"
      words={strings.transcript.run(commands, tools.length - commands)}
      detail={time < 1000 ? undefined : duration(time)}
    >
      <div className="grid gap-2 [&_.ml-\[34px\]]:ml-0">{tools.map(renderStep)}</div>
    </Step>
  );
}
