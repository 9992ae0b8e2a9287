export type Token = { content: string; color?: string };
export type ColourRequest = { id: number; code: string; name: string };
export type ColourAnswer = { id: number; lines: Token[][] | undefined };

type Answered = (lines: Token[][] | undefined) => void;
let worker: Worker | undefined;
let isGone = false;
let lastId = 0;
const waiting = new Map<number, Answered>();

/** Colours code, away from the page's own thread; `undefined` where the language is not known or there is no Worker. */
export function highlight(code: string, name: string): Promise<Token[][] | undefined> {
  if (worker === undefined && !isGone) worker = start();
  const colours = isGone ? undefined : worker;
  if (colours === undefined) return Promise.resolve(undefined);
  return new Promise((answered) => {
    lastId += 1;
    waiting.set(lastId, answered);
    colours.postMessage({ id: lastId, code, name } satisfies ColourRequest);
  });
}

function start(): Worker | undefined {
  if (typeof Worker === 'undefined') return undefined;
  const started = new Worker(new URL('./colour-worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<ColourAnswer>) => {
    waiting.get(data.id)?.(data.lines);
    waiting.delete(data.id);
  };
  // Its script did not come, or it died of a grammar: code stays uncoloured, which is as readable.
  started.onerror = () => {
    isGone = true;
    started.terminate();
    for (const answered of waiting.values()) answered(undefined);
    waiting.clear();
  };
  return started;
}
