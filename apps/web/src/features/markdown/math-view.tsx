'use client';
import { createElement, type ReactNode, useContext, useEffect, useState } from 'react';
import { LiveContext } from './live-context.ts';
import type { MathToken } from './math-syntax.ts';
import type { MathTree } from './math-tree.ts';

/** A formula: its source while it is written or cannot be read, else drawn by the browser itself (MathML). */
export function MathView({ math }: { math: MathToken }) {
  const isLive = useContext(LiveContext);
  const [drawn, setDrawn] = useState<{ text: string; tree: MathTree | undefined }>();
  useEffect(() => {
    if (isLive) return;
    let isCurrent = true;
    import('./math-tree.ts').then(
      ({ mathTree }) => {
        if (isCurrent) setDrawn({ text: math.text, tree: mathTree(math.text, math.isBlock) });
      },
      () => undefined, // The source is as readable.
    );
    return () => {
      isCurrent = false;
    };
  }, [math.text, math.isBlock, isLive]);
  const tree = drawn?.text === math.text ? drawn.tree : undefined;
  if (tree === undefined) return math.isBlock ? <pre className="code">{math.text}</pre> : <code>{math.text}</code>;
  return math.isBlock ? <div className="fade-x overflow-x-auto py-1 text-center">{draw(tree)}</div> : draw(tree);
}

const draw = (tree: MathTree, key?: number): ReactNode =>
  typeof tree === 'string' ? tree : createElement(tree.name, { key, ...tree.attributes }, ...tree.children.map(draw));
