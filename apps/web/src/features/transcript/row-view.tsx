'use client';
import type { TimelineItem } from '@collagility/protocol/state';
import { memo, type ReactNode, Suspense } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { PendingApprovalRow } from '../approvals/pending-approval-row.tsx';
import { isSameRow, type Row, rowsOf } from './rows.ts';
import {
  ErrorRow,
  NoticeRow,
  PeopleRow,
  PlanRow,
  PromptRow,
  ReadsRow,
  SuggestionRow,
  TurnEndRow,
  UnknownRow,
} from './small-rows.tsx';
import { SteerRow } from './steer-row.tsx';
import { TextRow } from './text-row.tsx';
import { VoiceRow } from './voice-row.tsx';

const ToolCard = lazyPart(async () => (await import('./tool-card.tsx')).ToolCard);
const RunRow = lazyPart(async () => (await import('./run-row.tsx')).RunRow);
const FileCard = lazyPart(async () => (await import('./file-card.tsx')).FileCard);
const RestoreRow = lazyPart(async () => (await import('../changes/turn-changes.tsx')).RestoreRow);
const TurnChanges = lazyPart(async () => (await import('../changes/turn-changes.tsx')).TurnChanges);
const ApprovalRecord = lazyPart(async () => (await import('../approvals/approval-record.tsx')).ApprovalRecord);

/** One row. It is drawn again only when its items change, and a card that fails takes nothing else with it (B07). */
export const RowView = memo(
  function RowView({ row }: { row: Row }) {
    return (
      <ErrorBoundary resetKey={row}>
        <Suspense fallback={<div className="min-h-[36px] max-sm:min-h-[46px]" />}>
          <Content row={row} />
        </Suspense>
      </ErrorBoundary>
    );
  },
  (before, after) => isSameRow(before.row, after.row),
);

const renderStep = (step: TimelineItem): ReactNode => rowsOf([step]).map((row) => <RowView key={row.id} row={row} />);

function Content({ row }: { row: Row }) {
  switch (row.kind) {
    case 'text':
      return <TextRow item={row.item} hasHeader={row.hasHeader} />;
    case 'tool':
      return <ToolCard item={row.item} approval={row.approval} steps={row.steps} renderStep={renderStep} />;
    case 'file':
      return <FileCard item={row.item} approval={row.approval} />;
    case 'reads':
      return <ReadsRow tools={row.tools} />;
    case 'run':
      return <RunRow tools={row.tools} renderStep={renderStep} />;
    case 'turn_end':
      return (
        <>
          <TurnEndRow prompt={row.prompt} />
          {/* Its part is fetched where there is something to show. */}
          {row.prompt.changes === undefined || row.prompt.changes.sum?.files === 0 ? null : (
            <TurnChanges prompt={row.prompt} />
          )}
        </>
      );
    case 'voice':
      return <VoiceRow agentId={row.agentId} />;
    case 'item':
      return <Item item={row.item} />;
  }
}

function Item({ item }: { item: Extract<Row, { kind: 'item' }>['item'] }) {
  switch (item.kind) {
    case 'prompt':
      return <PromptRow item={item} />;
    case 'plan':
      return <PlanRow item={item} />;
    case 'approval':
      return item.resolution === undefined ? (
        <PendingApprovalRow item={item} />
      ) : (
        <ApprovalRecord item={item} resolution={item.resolution} />
      );
    case 'error':
      return <ErrorRow item={item} />;
    case 'notice':
      return <NoticeRow item={item} />;
    case 'people':
      return <PeopleRow item={item} />;
    case 'steer':
      return <SteerRow item={item} />;
    case 'suggestion':
      return <SuggestionRow item={item} />;
    case 'restore':
      return <RestoreRow item={item} />;
    case 'unknown':
      return <UnknownRow item={item} />;
    default:
      // A kind from a newer host that slipped through a snapshot.
      return (
        <UnknownRow
          item={{ kind: 'unknown', id: 'unknown', seq: 0, lastSeq: 0, atMs: 0, nativeType: String(kindOf(item)) }}
        />
      );
  }
}

const kindOf = (item: { kind?: unknown }): unknown => item.kind;
