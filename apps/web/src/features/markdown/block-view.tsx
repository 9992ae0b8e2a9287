'use client';
import type { Token, Tokens } from 'marked';
import { memo, useMemo } from 'react';
import remend from 'remend';
import { strings } from '../../strings.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { CodeBlock } from '../transcript/code-block.tsx';
import { Inline } from './inline.tsx';
import { isKnown, type Links, readBlock, readInline } from './lexer.ts';
import { isMath } from './math-syntax.ts';
import { MathView } from './math-view.tsx';
import { isDense, piecesOf } from './pieces.ts';
import { safeUrl } from './safe-url.ts';

type BlockProps = {
  type: string;
  raw: string;
  links: Links | undefined;
  /** The last block of a text that is being written: what is open in it is closed for the eye. */
  isOpen: boolean;
};

/** One block. It is read again only when its own text changes. */
export const BlockView = memo(function BlockView({ type, raw, links, isOpen }: BlockProps) {
  if (type === 'space' || type === 'def') return null;
  if (type === 'plain' || (type !== 'paragraph' && type !== 'code' && isDense(raw)))
    return <p className="whitespace-pre-wrap">{raw}</p>;
  const fenced = type === 'code' ? fenceOf(raw) : undefined;
  if (fenced !== undefined) return <CodeBlock {...fenced} />;
  if (type === 'paragraph') return <Paragraph raw={raw} links={links} isOpen={isOpen} />;
  return <OtherBlock raw={raw} links={links} isClosed={!isOpen || type === 'code' || type === 'math'} />;
});

/** A plain fence by itself: a long one is cut at its two ends, not read. `undefined` for all other code. */
function fenceOf(raw: string): { code: string; language: string } | undefined {
  const opening = /^(`{3,}|~{3,})([^\n`]*)(?:\n|$)/.exec(raw);
  const fence = opening?.[1];
  if (opening === null || fence === undefined) return undefined;
  const body = raw.slice(opening[0].length).replace(/(?<!\n)\n+$/, '');
  const lastLine = body.slice(body.lastIndexOf('\n') + 1).trim();
  const isClosed = lastLine.length >= fence.length && lastLine === (fence[0] ?? '').repeat(lastLine.length);
  const code = isClosed ? body.slice(0, Math.max(0, body.lastIndexOf('\n'))) : body;
  return { code, language: /^[\w+#-]+/.exec(opening[2]?.trim() ?? '')?.[0] ?? '' };
}

/** `undefined`: it broke the reader, and is shown as it is. */
function safely<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function OtherBlock({ raw, links, isClosed }: { raw: string; links: Links | undefined; isClosed: boolean }) {
  const tokens = useMemo(() => safely(() => readBlock(isClosed ? raw : remend(raw), links)), [raw, links, isClosed]);
  return tokens === undefined ? <p className="whitespace-pre-wrap">{raw}</p> : <BlockTokens tokens={tokens} />;
}

function Paragraph({ raw, links, isOpen }: Omit<BlockProps, 'type'>) {
  const pieces = piecesOf(raw.trim());
  const last = pieces.length - 1;
  return (
    <p>
      {pieces.map((piece, index) => (
        <Piece key={index} text={piece} links={links} isOpen={isOpen && index === last} />
      ))}
    </p>
  );
}

const Piece = memo(function Piece({
  text,
  links,
  isOpen,
}: {
  text: string;
  links: Links | undefined;
  isOpen: boolean;
}) {
  const tokens = isDense(text) ? undefined : safely(() => readInline(isOpen ? remend(text) : text, links));
  return tokens === undefined ? text : <Inline tokens={tokens} />;
});

function BlockTokens({ tokens }: { tokens: readonly Token[] }) {
  return tokens.map((token, index) => <BlockToken key={index} token={token} />);
}

/** Headings of the agent stand below those of the page. */
const headings = ['h4', 'h4', 'h5', 'h5', 'h6', 'h6'] as const;

function BlockToken({ token }: { token: Token }) {
  if (isMath(token)) return <MathView math={token} />;
  if (!isKnown(token)) return token.raw;
  switch (token.type) {
    case 'space':
      return null;
    case 'def':
      return safeUrl(token.href) === undefined ? <p>{token.raw}</p> : null;
    case 'paragraph':
      return (
        <p>
          <Inline tokens={token.tokens} />
        </p>
      );
    case 'heading': {
      const Heading = headings[token.depth - 1] ?? 'h6';
      return (
        <Heading>
          <Inline tokens={token.tokens} />
        </Heading>
      );
    }
    case 'code':
      return <CodeBlock code={token.text} language={/^[\w+#-]+/.exec(token.lang ?? '')?.[0] ?? ''} />;
    case 'blockquote':
      return (
        <blockquote>
          <BlockTokens tokens={token.tokens} />
        </blockquote>
      );
    case 'list':
      return <List list={token} />;
    case 'table':
      return <Table table={token} />;
    case 'hr':
      return <hr />;
    case 'html':
      return <p className="whitespace-pre-wrap">{token.raw.trim()}</p>;
    default:
      return <Inline tokens={[token]} />;
  }
}

function List({ list }: { list: Tokens.List }) {
  const items = list.items.map((item, index) => <Item key={index} item={item} />);
  return list.ordered ? <ol start={list.start === '' ? undefined : list.start}>{items}</ol> : <ul>{items}</ul>;
}

const Item = memo(
  function Item({ item }: { item: Tokens.ListItem }) {
    return (
      <li>
        <BlockTokens tokens={item.tokens} />
      </li>
    );
  },
  (before, after) => before.item.raw === after.item.raw && before.item.loose === after.item.loose,
);

function Table({ table }: { table: Tokens.Table }) {
  return (
    <ScrollRegion label={strings.transcript.table} className="table">
      <table>
        <thead>
          <tr>
            {table.header.map((cell, index) => (
              <th key={index} style={cell.align === null ? undefined : { textAlign: cell.align }}>
                <Inline tokens={cell.tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((cells, index) => (
            <Cells key={index} cells={cells} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

const Cells = memo(
  function Cells({ cells }: { cells: Tokens.TableCell[] }) {
    return (
      <tr>
        {cells.map((cell, index) => (
          <td key={index} style={cell.align === null ? undefined : { textAlign: cell.align }}>
            <Inline tokens={cell.tokens} />
          </td>
        ))}
      </tr>
    );
  },
  (before, after) => before.cells.map(({ text }) => text).join('\0') === after.cells.map(({ text }) => text).join('\0'),
);
