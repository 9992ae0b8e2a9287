import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Answering } from './answering.ts';
import { Block } from './shown-body.tsx';

const words = strings.approvals;

/** What was too long for the request. It is opened before it can be allowed. */
export function ElidedParts({ elided, mayAnswer }: { elided: Answering['elided']; mayAnswer: boolean }) {
  if (elided.count === 0) return null;
  return (
    <div className="grid gap-1.5">
      {elided.shown.map((part) => (
        <div key={part.path}>
          <p className="mono text-11 text-ink-3">{part.path}</p>
          <Block text={part.text} />
        </div>
      ))}
      {elided.isWhole ? null : (
        <p className="flex flex-wrap items-center gap-2 text-12 text-ink-2">
          {words.elided(elided.count - elided.shown.length)}
          {elided.isFetching ? (
            <>
              <Spinner /> {strings.transcript.fetching}
            </>
          ) : (
            <Button size="small" onClick={elided.open}>
              {words.elidedOpen}
            </Button>
          )}
          {elided.hasFailed ? <span className="text-bad">{strings.transcript.fetchFailed}</span> : null}
          {mayAnswer ? <span className="text-ink-3">{words.elidedFirst}</span> : null}
        </p>
      )}
    </div>
  );
}
