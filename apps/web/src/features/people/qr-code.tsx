'use client';
import { useMemo } from 'react';
import { encode } from 'uqr';

/** A QR code, drawn here: the link goes to no service. Always black on white, so that every camera reads it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: 3 });
    const squares = code.data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { path: squares.join(''), size: code.size };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="block aspect-square w-full max-w-[208px] rounded-6 bg-[#fff]"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
