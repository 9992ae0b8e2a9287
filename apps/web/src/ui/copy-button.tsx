'use client';
import { usePassing } from '../lib/use-passing.ts';
import { strings } from '../strings.ts';
import { Button, type ButtonLook, type ButtonSize } from './button.tsx';

const shownMs = () => 1_600;

/** Copies a text and says so. Where the browser refuses, it says that instead. */
export function CopyButton({
  text,
  label = strings.copy,
  look,
  size,
  className,
}: {
  /** A function where making the text is work that only who copies should cause. */
  text: string | (() => string);
  label?: string;
  look?: ButtonLook;
  size?: ButtonSize;
  className?: string;
}) {
  const [result, setResult] = usePassing<'idle' | 'copied' | 'refused'>('idle', shownMs);
  const copy = () => {
    // Plain http beyond loopback has no clipboard.
    if (navigator.clipboard === undefined) return setResult('refused');
    navigator.clipboard.writeText(typeof text === 'string' ? text : text()).then(
      () => setResult('copied'),
      () => setResult('refused'),
    );
  };
  const words = { idle: label, copied: strings.copied, refused: strings.copyRefused }[result];
  return (
    <Button look={look} size={size} className={className} icon={result === 'copied' ? 'check' : 'copy'} onClick={copy}>
      <span aria-live="polite">{words}</span>
    </Button>
  );
}
