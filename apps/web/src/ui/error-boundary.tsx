'use client';
import { Component, type ReactNode } from 'react';
import { strings } from '../strings.ts';

type Props = { children: ReactNode; resetKey: unknown };
type State = { drawn: unknown; hasFailed: boolean };

/** Around each card: one that cannot be drawn says so, and the others go on. New contents are tried again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { drawn: undefined, hasFailed: false };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.drawn ? null : { drawn: props.resetKey, hasFailed: false };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <p className="ml-[34px] rounded-8 border border-line px-3 py-2 text-12 text-ink-2 max-sm:ml-0">
        {strings.room.crashed} <span className="text-ink-3">{strings.room.crashedLead}</span>
      </p>
    );
  }
}
