'use client';
import type { Token } from 'marked';
import { type ReactNode, useContext } from 'react';
import { showBidi } from '../../lib/show-bidi.ts';
import { strings } from '../../strings.ts';
import { Icon } from '../../ui/icon.tsx';
import { decodeEntities } from './entities.ts';
import { isKnown } from './lexer.ts';
import { LiveContext } from './live-context.ts';
import { isMath } from './math-syntax.ts';
import { MathView } from './math-view.tsx';
import { safeUrl } from './safe-url.ts';

type LinkProps = { href: string; label: string; children: ReactNode };

function Link({ href, label, children }: LinkProps) {
  const isLive = useContext(LiveContext);
  const url = safeUrl(href);
  if (url === undefined)
    return (
      <Place href={href} label={label}>
        {children}
      </Place>
    );
  // While text is written it has no address, so it is no link; the element stays when it becomes one.
  const followed = isLive ? {} : { href: url, title: url, target: '_blank', rel: 'noopener noreferrer' };
  return (
    <a className="underline decoration-dotted underline-offset-3 [&[href]]:decoration-solid" {...followed}>
      {children}
    </a>
  );
}

/** Of an address that is no link, as a file of the folder, it is still told where it leads: often it names the line. */
function Place({ href, label, children }: LinkProps) {
  const place = href.length > 160 ? `${href.slice(0, 159)}…` : href;
  return (
    <>
      <span className="underline decoration-dotted underline-offset-3">{children}</span>
      {place === '' || place.startsWith('#') || place === label ? null : (
        <span className="text-ink-2"> ({showBidi(place)})</span>
      )}
    </>
  );
}

/** Pictures of the agent are never fetched: the address itself would tell somebody what was read (B56). */
function Picture({ alt, href }: { alt: string; href: string }) {
  return (
    <span
      title={href}
      className="inline-flex items-center gap-1.5 rounded-4 border border-line-2 px-1.5 text-12 text-ink-2"
    >
      <Icon name="eye" size={13} />
      {strings.transcript.imageLeftOut(alt)}
    </span>
  );
}

/** What stands inside of a block. Only elements that are named here can come of it; HTML is the text it is. */
export function Inline({ tokens }: { tokens: readonly Token[] }) {
  return tokens.map((token, index) => <InlineToken key={index} token={token} />);
}

function InlineToken({ token }: { token: Token }) {
  if (isMath(token)) return <MathView math={token} />;
  if (!isKnown(token)) return token.raw;
  switch (token.type) {
    case 'text':
      if (token.tokens !== undefined) return <Inline tokens={token.tokens} />;
      return showBidi(token.escaped === true ? token.text : decodeEntities(token.text));
    case 'strong':
      return (
        <strong>
          <Inline tokens={token.tokens} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Inline tokens={token.tokens} />
        </em>
      );
    case 'del':
      return (
        <del>
          <Inline tokens={token.tokens} />
        </del>
      );
    case 'codespan':
      return <code>{showBidi(token.text)}</code>;
    case 'br':
      return <br />;
    case 'escape':
      return token.text;
    case 'link': {
      const href = token.autolink === true ? token.href : decodeEntities(token.href);
      return (
        <Link href={href} label={token.text}>
          <Inline tokens={token.tokens} />
        </Link>
      );
    }
    case 'image':
      return <Picture alt={decodeEntities(token.text)} href={token.href} />;
    case 'checkbox':
      return (
        <input
          type="checkbox"
          checked={token.checked}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
          className="mr-1.5 size-[15px] align-[-2px]"
        />
      );
    default:
      return token.raw;
  }
}
