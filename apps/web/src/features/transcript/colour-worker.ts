import { colourCode } from './colour-code.ts';
import type { ColourAnswer, ColourRequest } from './highlighter.ts';

self.onmessage = ({ data }: MessageEvent<ColourRequest>): void => {
  const answer = (lines: ColourAnswer['lines']): void =>
    self.postMessage({ id: data.id, lines } satisfies ColourAnswer);
  // Without colours the code is as readable.
  colourCode(data.code, data.name).then(answer, () => answer(undefined));
};
