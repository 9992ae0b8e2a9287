'use client';
import { memo } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useHighlight } from './use-highlight.ts';

/** Code in the transcript: scrolls inside itself, coloured when the colours are there. */
export const CodeBlock = memo(function CodeBlock({ code, language }: { code: string; language: string }) {
  const lines = useHighlight(code, language);
  return (
    <div className="group relative">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys */}
      <pre tabIndex={0} className="code">
        <code>
          {lines === undefined
            ? code
            : lines.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
                <span key={index}>
                  {line.map((token, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no other identity
                    <span key={at} style={token.color === undefined ? undefined : { color: token.color }}>
                      {token.content}
                    </span>
                  ))}
                  {index < lines.length - 1 ? '\n' : null}
                </span>
              ))}
        </code>
      </pre>
      <CopyButton
        text={code}
        size="small"
        className="absolute top-1.5 right-1.5 opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 max-sm:hidden"
      />
    </div>
  );
});
