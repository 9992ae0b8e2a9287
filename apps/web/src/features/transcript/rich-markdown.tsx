'use client';
import { type ComponentProps, createContext, memo, useContext } from 'react';
import { type Components, defaultRemarkPlugins, Streamdown } from 'streamdown';
import { strings } from '../../strings.ts';
import { Icon } from '../../ui/icon.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { CodeBlock } from './code-block.tsx';
import { htmlAsText } from './html-as-text.ts';
import { safeUrl } from './safe-url.ts';

export type RichMarkdownProps = { text: string; isLive?: boolean };

const LiveContext = createContext(false);

function Link({ href, children }: ComponentProps<'a'>) {
  const isLive = useContext(LiveContext);
  const url = safeUrl(href);
  if (url === undefined || isLive)
    return <span className="underline decoration-dotted underline-offset-3">{children}</span>;
  return (
    <a href={url} title={url} target="_blank" rel="noopener noreferrer" className="underline underline-offset-3">
      {children}
    </a>
  );
}

/** Pictures of the agent are never fetched: the address itself would tell somebody what was read (B56). */
function Picture({ alt, src }: ComponentProps<'img'>) {
  return (
    <span
      title={typeof src === 'string' ? src : undefined}
      className="inline-flex items-center gap-1.5 rounded-4 border border-line-2 px-1.5 text-12 text-ink-2"
    >
      <Icon name="eye" size={13} />
      {strings.transcript.imageLeftOut(alt ?? '')}
    </span>
  );
}

const languageOf = (className: string | undefined): string => /language-([\w+#-]+)/.exec(className ?? '')?.[1] ?? '';

const textIn = (children: unknown): string => {
  if (typeof children === 'string') return children;
  if (Array.isArray(children)) return children.map(textIn).join('');
  if (typeof children === 'object' && children !== null && 'props' in children) {
    const { props } = children;
    if (typeof props === 'object' && props !== null && 'children' in props) return textIn(props.children);
  }
  return '';
};

/** Plain elements: their looks are in one place, `.prose`. */
const components: Components = {
  a: ({ href, children }) => <Link href={href}>{children}</Link>,
  img: ({ src, alt }) => <Picture src={src} alt={alt} />,
  inlineCode: ({ children }) => <code>{children}</code>,
  code: ({ children, className }) => (
    <CodeBlock code={textIn(children).replace(/\n$/, '')} language={languageOf(className)} />
  ),
  h1: ({ children }) => <h4>{children}</h4>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h5>{children}</h5>,
  h5: ({ children }) => <h6>{children}</h6>,
  h6: ({ children }) => <h6>{children}</h6>,
  p: ({ children }) => <p>{children}</p>,
  ul: ({ children }) => <ul>{children}</ul>,
  ol: ({ children, start }) => <ol start={start}>{children}</ol>,
  li: ({ children }) => <li>{children}</li>,
  blockquote: ({ children }) => <blockquote>{children}</blockquote>,
  hr: () => <hr />,
  strong: ({ children }) => <strong>{children}</strong>,
  sup: ({ children }) => <sup>{children}</sup>,
  sub: ({ children }) => <sub>{children}</sub>,
  section: ({ children }) => <section>{children}</section>,
  input: ({ checked }) => (
    <input type="checkbox" checked={checked ?? false} readOnly tabIndex={-1} aria-hidden="true" />
  ),
  table: ({ children }) => (
    <ScrollRegion label={strings.transcript.table} className="table">
      <table>{children}</table>
    </ScrollRegion>
  ),
  thead: ({ children }) => <thead>{children}</thead>,
  tbody: ({ children }) => <tbody>{children}</tbody>,
  tr: ({ children }) => <tr>{children}</tr>,
  th: ({ children, style }) => <th style={style}>{children}</th>,
  td: ({ children, style }) => <td style={style}>{children}</td>,
};

const remarkPlugins = [...Object.values(defaultRemarkPlugins), htmlAsText];

/** Markdown of the agent. No HTML of it becomes HTML: it is shown as the text it is. */
export const RichMarkdown = memo(function RichMarkdown({ text, isLive = false }: RichMarkdownProps) {
  return (
    <LiveContext.Provider value={isLive}>
      <Streamdown
        className={isLive ? 'prose is-live' : 'prose'}
        mode={isLive ? 'streaming' : 'static'}
        parseIncompleteMarkdown={isLive}
        components={components}
        remarkPlugins={remarkPlugins}
        rehypePlugins={[]}
        urlTransform={(url) => safeUrl(url)}
        controls={false}
        lineNumbers={false}
      >
        {text}
      </Streamdown>
    </LiveContext.Provider>
  );
});
