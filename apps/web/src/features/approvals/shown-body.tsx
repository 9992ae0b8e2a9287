import { strings } from '../../strings.ts';
import { ExactText } from '../../ui/exact-text.tsx';
import { readShown, type Shown } from './shown.ts';

const words = strings.approvals;
/** More lines than this scroll inside the card, and the card says how many there are. */
const scrollFromLines = 14;

/** What is decided on: only `shown`, in a fixed font, whole, with nothing invisible in it. */
export function ShownBody({ shown }: { shown: string }) {
  const read = readShown(shown);
  return (
    <div className="grid gap-1.5">
      <Body shown={read} />
      {read.fields.length === 0 ? null : (
        <dl className="grid gap-1.5">
          {read.fields.map(([name, value]) => (
            <div key={name} className="grid gap-0.5">
              <dt className="mono text-11 text-ink-3">
                <ExactText text={name} />
              </dt>
              <dd>
                <Block text={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function Body({ shown }: { shown: Shown }) {
  const { body } = shown;
  switch (body.kind) {
    case 'command':
      return <Block text={body.command} prompt />;
    case 'edit':
      return (
        <div className="grid gap-1.5">
          <code className="font-semibold text-12">
            <ExactText text={body.path} />
          </code>
          <Lines parts={[...lines(body.before, '−'), ...lines(body.after, '+')]} />
        </div>
      );
    case 'write':
      return (
        <div className="grid gap-1.5">
          <code className="font-semibold text-12">
            <ExactText text={body.path} />
          </code>
          <Lines parts={lines(body.content, '+')} />
        </div>
      );
    case 'patch':
      return (
        <div className="grid gap-2.5">
          {body.files.map(({ path, kind, diff }) => (
            <div key={path} className="grid gap-1.5">
              <code className="text-12">
                <span className="font-semibold">
                  <ExactText text={path} />
                </span>{' '}
                <span className="text-ink-3">
                  <ExactText text={kind} />
                </span>
              </code>
              <Lines parts={diffLines(diff)} />
            </div>
          ))}
        </div>
      );
    case 'raw':
      return <Block text={body.text} />;
    case 'none':
      return null;
  }
}

/** One text on which somebody decides. */
export function Block({ text, prompt = false }: { text: string; prompt?: boolean }) {
  const count = text.split('\n').length;
  const isLong = count > scrollFromLines;
  return (
    <div>
      <code
        className="exact"
        {...(isLong && {
          style: { maxHeight: 20 * scrollFromLines, overflowY: 'auto' as const },
          tabIndex: 0,
          role: 'region',
          'aria-label': words.manyLines(count),
        })}
      >
        {prompt ? (
          <span aria-hidden="true" className="select-none text-ink-3">
            ${' '}
          </span>
        ) : null}
        <ExactText text={text} />
      </code>
      {isLong ? <p className="mt-1 text-12 text-ink-3">{words.manyLines(count)}</p> : null}
    </div>
  );
}

type Line = { sign: '+' | '−' | ' '; text: string };
const backgrounds: Record<Line['sign'], string> = { '+': 'bg-add-bg', '−': 'bg-del-bg', ' ': '' };
const signs: Record<string, Line['sign']> = { '+': '+', '-': '−' };
/** A line of no side keeps its first character: it may be a header, and nothing is left out. */
const diffLines = (diff: string): Line[] =>
  diff
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => {
      const sign = signs[line.charAt(0)];
      return sign === undefined ? { sign: ' ', text: line } : { sign, text: line.slice(1) };
    });
const lines = (text: string, sign: Line['sign']): Line[] =>
  text === ''
    ? []
    : text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => ({ sign, text: line }));

function Lines({ parts }: { parts: Line[] }) {
  const isLong = parts.length > scrollFromLines;
  return (
    <div>
      <div
        className="mono overflow-auto rounded-6 border border-line text-12 leading-[1.1875rem]"
        {...(isLong && {
          style: { maxHeight: `${1.1875 * scrollFromLines}rem` },
          tabIndex: 0,
          role: 'region',
          'aria-label': words.manyLines(parts.length),
        })}
      >
        {parts.map((line, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
            key={index}
            className={`grid grid-cols-[1.25rem_minmax(0,1fr)] whitespace-pre-wrap [overflow-wrap:anywhere] ${backgrounds[line.sign]}`}
          >
            <span className={`select-none text-center font-semibold ${line.sign === '+' ? 'text-ok' : 'text-bad'}`}>
              {line.sign}
            </span>
            <span>
              <ExactText text={line.text} />
            </span>
          </div>
        ))}
      </div>
      {isLong ? <p className="mt-1 text-12 text-ink-3">{words.manyLines(parts.length)}</p> : null}
    </div>
  );
}
