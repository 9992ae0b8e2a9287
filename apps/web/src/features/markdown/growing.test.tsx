import { cpuMs } from '@collagility/fixtures/cpu-ms.ts';
import { render } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { growBlocks } from './blocks.ts';
import { piecesOf } from './pieces.ts';
import { RichMarkdown } from './rich-markdown.tsx';

/** What breaks readers of Markdown: each prefix of it is drawn once. */
const nasty = [
  '# Title with `code` and **bold',
  '',
  'A paragraph with [a link](https://example.com/a_b*c) and *emphasis*, 2 * 3 * 4, snake_case_name.',
  'Second line of it.',
  '',
  '- one',
  '- two',
  '  - inner **bold**',
  '',
  '  more of two',
  '- three',
  '',
  '1. first',
  '2. second',
  '',
  '| a | b |',
  '|---|:-:|',
  '| `x` | ~~y~~ |',
  '| 1 | 2 |',
  '',
  '> quote',
  '> - with a list',
  '',
  '````md',
  '```js',
  'inner()',
  '```',
  '````',
  '',
  'Text',
  '---',
  '',
  '$$',
  'E = mc^2',
  '',
  '\\frac{1}{2}',
  '$$',
  '',
  '<div onclick="x">raw</div>',
  '',
  '&lt;b&gt; &copy; &#58; \\*not em\\* https://example.com/auto',
  '',
  '```ts',
  'const a = 1;',
  '',
  'const b = 2;',
  '```',
  '',
  'The end.',
].join('\n');

const children = (container: HTMLElement) => [...(container.firstElementChild?.children ?? [])];

describe('[B55] text that grows', () => {
  test('is cut into the same blocks as the whole at once, whatever the steps', () => {
    const whole = growBlocks(undefined, nasty).blocks;
    for (const step of [1, 2, 3, 7, 50]) {
      let grown = growBlocks(undefined, '');
      for (let end = 1; end < nasty.length; end += step) grown = growBlocks(grown, nasty.slice(0, end));
      expect(growBlocks(grown, nasty).blocks).toEqual(whole);
    }
    expect(whole.map(({ raw }) => raw).join('')).toBe(nasty);
  });

  test('no settled node is drawn again or dropped, on any prefix', () => {
    const { container, rerender } = render(<RichMarkdown text="" isLive />);
    let before: Element[] = [];
    for (let end = 1; end <= nasty.length; end++) {
      rerender(<RichMarkdown text={nasty.slice(0, end)} isLive />);
      const now = children(container);
      // The last two may still become something else.
      const settled = before.slice(0, -2);
      expect(now.slice(0, settled.length)).toEqual(settled);
      for (const [index, node] of settled.entries()) expect(now[index]).toBe(node);
      before = now;
    }
    rerender(<RichMarkdown text={nasty} />);
    const fresh = render(<RichMarkdown text={nasty} />).container;
    expect(container.innerHTML.replaceAll(' is-live', '')).toBe(fresh.innerHTML);
  });

  test('a fence takes lines until it is closed, and only a closing of its own kind closes it', () => {
    const text = '~~~~md\n```js\na\n```\n~~~\n~~~~ x\n~~~~\n\nafter\n\n```ts\nopen';
    let grown = growBlocks(undefined, '');
    for (let end = 1; end <= text.length; end++) {
      grown = growBlocks(grown, text.slice(0, end));
      expect(grown.blocks.map(({ raw }) => raw).join('')).toBe(text.slice(0, end));
    }
    expect(grown.blocks).toEqual(growBlocks(undefined, text).blocks);
    const { container } = render(<RichMarkdown text={text} />);
    expect([...container.querySelectorAll('pre')].map((pre) => pre.textContent)).toEqual([
      '```js\na\n```\n~~~\n~~~~ x',
      'open',
    ]);
  });

  test.each([
    ['spaces', ' '.repeat(40_000)],
    ['tabs in a list', `- a\n${'\t'.repeat(40_000)}\n  b`],
    ['spaces before a word', `a\n\n${' '.repeat(40_000)}b`],
    ['one endless fence', '~'.repeat(100_000)],
    ['markers, almost too deep', `${'- '.repeat(15)}${' '.repeat(40_000)}`],
  ])('a line of %s is read in no time', (_, text) => {
    const startedMs = cpuMs();
    expect(
      growBlocks(undefined, text)
        .blocks.map(({ raw }) => raw)
        .join(''),
    ).toBe(text);
    // Trying each of them again takes more than ten seconds.
    expect(cpuMs() - startedMs).toBeLessThan(2_000);
  });

  test('a hundred thousand empty lines in a block of code are drawn in no time', () => {
    const startedMs = cpuMs();
    const { container } = render(<RichMarkdown text={`\`\`\`\n${'\n'.repeat(100_000)}x\n\n\n\`\`\``} />);
    expect(container.querySelector('pre')).not.toBeNull();
    expect(cpuMs() - startedMs).toBeLessThan(5_000);
  });

  test('5 000 lines of code cost no more at their end than at their beginning', () => {
    const lines = "export const value = compute('line');\n".repeat(20);
    let text = '```ts\n';
    let grown = growBlocks(undefined, text);
    const startedMs = cpuMs();
    for (let n = 0; n < 250; n++) {
      text += lines;
      grown = growBlocks(grown, text);
    }
    expect(grown.blocks).toHaveLength(1);
    expect(cpuMs() - startedMs).toBeLessThan(2000);
  });

  test('one that was replaced by another text shows the other', () => {
    const { container, rerender } = render(<RichMarkdown text={nasty} isLive />);
    rerender(<RichMarkdown text="Something *else*." isLive />);
    expect(container.textContent).toBe('Something else.');
  });

  test('line ends of Windows are line ends', () => {
    const { container } = render(<RichMarkdown text={'- a\r\n- b\r\n\r\ntext'} />);
    expect(container.querySelectorAll('li')).toHaveLength(2);
  });
});

describe('a very long paragraph', () => {
  const sentence =
    'Words with *emphasis*, `code_with_*`, a [link](https://example.com/x_y) and snake_case; 2 * 3 = 6. ';
  const long = sentence.repeat(450);

  test('is cut where nothing is open, and a longer one is cut at the same places', () => {
    const pieces = piecesOf(long);
    expect(pieces.join('')).toBe(long);
    expect(pieces.length).toBeGreaterThan(20);
    for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(2500);
    const longer = piecesOf(long + sentence.repeat(20));
    expect(longer.slice(0, pieces.length - 4)).toEqual(pieces.slice(0, -4));
  });

  test('reads as it would in one piece', () => {
    const { container } = render(<RichMarkdown text={long} />);
    expect(container.querySelectorAll('p')).toHaveLength(1);
    expect(container.querySelectorAll('em')).toHaveLength(450);
    expect(container.querySelectorAll('code')).toHaveLength(450);
    expect(container.querySelectorAll('a')).toHaveLength(450);
    expect(container.textContent).toBe(
      'Words with emphasis, code_with_*, a link and snake_case; 2 * 3 = 6. '.repeat(450).trim(),
    );
  });

  test('in which something stays open for pages is cut all the same', () => {
    const pieces = piecesOf(`**${'never closed '.repeat(4000)}`);
    for (const piece of pieces.slice(0, -1)) expect(piece.length).toBeLessThanOrEqual(2501);
  });
});

describe('text that is meant to hurt', () => {
  test('markers nested without end are text, and take no time', () => {
    for (const evil of [
      `- ${'*a_'.repeat(8000)}`,
      '> '.repeat(20_000),
      '- '.repeat(20_000),
      `${'[('.repeat(4000)}`,
      '*a_'.repeat(8000),
    ]) {
      const startedMs = cpuMs();
      const { container } = render(<RichMarkdown text={`${evil}x`} />);
      expect(cpuMs() - startedMs).toBeLessThan(3000);
      expect(container.textContent?.length).toBeGreaterThan(0);
      expect(depthOf(container)).toBeLessThan(60);
    }
  });

  test('names of the language itself are text', () => {
    const { container } = render(<RichMarkdown text={'[x][constructor] [y][__proto__]\n\n```__proto__\na\n```'} />);
    expect(container.querySelector('a')).toBeNull();
  });
});

function depthOf(element: Element): number {
  let depth = 0;
  let level: Element[] = [element];
  while (level.length > 0) {
    depth += 1;
    level = level.flatMap((each) => [...each.children]).slice(0, 200);
  }
  return depth;
}
