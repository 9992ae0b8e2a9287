'use client';
import { Component, type ReactNode } from 'react';
import { isOutdated } from '../lib/outdated-page.ts';
import { strings } from '../strings.ts';
import { Button } from './button.tsx';

type Props = { children: ReactNode; resetKey: unknown };
type State = { drawn: unknown; failed: 'crashed' | 'outdated' | undefined };

/** Around each card: one that cannot be drawn says so, and the others go on. New contents are tried again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { drawn: undefined, failed: undefined };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failed: isOutdated(error) ? 'outdated' : 'crashed' };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.drawn ? null : { drawn: props.resetKey, failed: undefined };
  }

  override render(): ReactNode {
    if (this.state.failed === undefined) return this.props.children;
    if (this.state.failed === 'outdated')
      return (
        <div
          role="alert"
          className="m-3 flex flex-wrap items-center gap-2 rounded-8 border border-line px-3 py-2 text-12"
        >
          <span className="min-w-0 flex-1">{strings.room.outdated}</span>
          <Button size="small" onClick={() => window.location.reload()}>
            {strings.joining.reload}
          </Button>
        </div>
      );
    return (
      <p className="ml-[34px] rounded-8 border border-line px-3 py-2 text-12 text-ink-2 max-sm:ml-0">
        {strings.room.crashed} <span className="text-ink-3">{strings.room.crashedLead}</span>
      </p>
    );
  }
}
