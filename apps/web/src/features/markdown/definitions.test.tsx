import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RichMarkdown } from './rich-markdown.tsx';

const draw = (text: string, isLive = false) => render(<RichMarkdown text={text} isLive={isLive} />).container;

test.each(['[ERROR]: timeout', '[docs]: https://example.com/', 'a\n\n[x]: done\n\nb', '- [TODO]: later'])(
  '[B57] what only looks like the address of a link is shown: %s',
  (text) => {
    const words = text.match(/\w+/g) ?? [];
    for (const word of words) expect(draw(text).textContent).toContain(word);
  },
);

test('[B57] the address of a link that is there is not drawn beside it', () => {
  const container = draw('see [the docs][1] and [More]\n\n[1]: https://a.example/ "t"\n[more]: <https://b.example/>');
  expect(container.textContent).toBe('see the docs and More');
  expect([...container.querySelectorAll('a')].map((link) => link.href)).toEqual([
    'https://a.example/',
    'https://b.example/',
  ]);
});

test('[B57] a definition that comes twice breaks nothing around it', () => {
  const container = draw('# Title\n\n[a][1]\n\n[1]: https://a.example/\n\n**b**\n\n[1]: https://b.example/\n\nend');
  expect(container.querySelector('h4')?.textContent).toBe('Title');
  expect(container.querySelector('strong')?.textContent).toBe('b');
  expect(container.textContent).toContain('https://b.example');
});

test('[B56] of an address that is no link it is told where it leads', () => {
  expect(draw('see [the loop](src/a.ts:12)').textContent).toBe('see the loop (src/a.ts:12)');
  expect(draw('see [src/a.ts](src/a.ts), [part](#part)').textContent).toBe('see src/a.ts, part');
  expect(draw(`[x](data:text/html,${'a'.repeat(1_000)})`).textContent?.length).toBeLessThan(200);
});
