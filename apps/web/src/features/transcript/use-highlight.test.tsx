import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useHighlight } from './use-highlight.ts';

/** Answers as the colour Worker does: each line is one token. */
class ColourWorker {
  onmessage: ((event: { data: unknown }) => void) | undefined;
  postMessage({ id, code }: { id: number; code: string }): void {
    const lines = code.split('\n').map((content) => [{ content, color: '#123456' }]);
    queueMicrotask(() => this.onmessage?.({ data: { id, lines } }));
  }
}

beforeEach(() => vi.stubGlobal('Worker', ColourWorker));
afterEach(() => vi.unstubAllGlobals());

test('colours of a long block come over several frames, in order, and end with all of them', async () => {
  const code = Array.from({ length: 1000 }, (_, n) => `const v${n} = ${n};`).join('\n');
  const seen: number[] = [];
  const { result } = renderHook(() => {
    const lines = useHighlight(code, 'ts');
    seen.push(lines?.length ?? 0);
    return lines;
  });
  await waitFor(() => expect(result.current).toHaveLength(1000));
  const steps = seen.slice(1).map((count, at) => count - (seen[at] ?? 0));
  expect(Math.max(...steps)).toBeLessThanOrEqual(150);
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
  expect(result.current?.[999]?.[0]?.content).toBe('const v999 = 999;');
});

test('what was coloured stays so while more is written behind it; other code has none of its colours', async () => {
  const { result, rerender } = renderHook(({ code }) => useHighlight(code, 'ts'), {
    initialProps: { code: 'a\nb\nc' },
  });
  await waitFor(() => expect(result.current).toHaveLength(3));
  rerender({ code: 'a\nb\ncd' });
  expect(result.current).toHaveLength(2);
  await waitFor(() => expect(result.current).toHaveLength(3));
  rerender({ code: 'other' });
  expect(result.current).toBeUndefined();
});
