import { expect, it } from 'vitest';
import { promptBlocks } from './prompt-blocks.ts';

it('[B22] a participant’s slash is never the first text, also behind a picture', () => {
  const picture = { kind: 'image', mimeType: 'image/png', name: 'a.png', bytes: new Uint8Array([1]) } as const;
  const prompt = { promptId: 'p', correlationId: 'c', text: '/yolo', mode: 'ask', attachments: [picture] } as const;
  const texts = (mayCommand: boolean) =>
    promptBlocks({ ...prompt, attachments: [...prompt.attachments], mayCommand }).flatMap(({ type, text }) =>
      type === 'text' ? [text] : [],
    );
  expect(texts(false)[0]).not.toBe('/yolo');
  expect(texts(false).at(-1)).toBe('/yolo');
  expect(texts(true)).toEqual(['/yolo']);
});
