import { render, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { mathTree } from './math-tree.ts';
import { RichMarkdown } from './rich-markdown.tsx';

describe('formulas', () => {
  test('are drawn as MathML, in lines and as blocks', async () => {
    const { container } = render(<RichMarkdown text={'Euler: \\(e^{i\\pi}\\) and\n\n$$\n\\frac{1}{2}\n$$\n'} />);
    await waitFor(() => expect(container.querySelectorAll('math')).toHaveLength(2));
    expect(container.querySelector('mfrac')).not.toBeNull();
    expect(container.querySelector('p math msup')).not.toBeNull();
  });

  test('a single dollar is money', () => {
    const { container } = render(<RichMarkdown text="It costs $5 or $6, see $HOME and `$x$`." />);
    expect(container.textContent).toBe('It costs $5 or $6, see $HOME and $x$.');
  });

  test('[B57] two dollars around words are none: a shell’s process', () => {
    const text = 'echo $$ and then kill $$ again';
    expect(render(<RichMarkdown text={text} />).container.textContent).toBe(text);
  });

  test('stay source while they are written', () => {
    render(<RichMarkdown text={'$$\nx^2'} isLive />);
    expect(screen.getByText('x^2').tagName).toBe('PRE');
  });

  test('what loads, links or never ends is refused', () => {
    for (const evil of [
      '\\href{javascript:alert(1)}{x}',
      '\\includegraphics{https://t.invalid/a.png}',
      '\\htmlData{a=b}{x}',
      '\\def\\a{\\a\\a}\\a',
      'x'.repeat(10_001),
    ])
      expect(JSON.stringify(mathTree(evil, false) ?? '')).not.toMatch(/javascript|invalid|data-/);
    expect(mathTree('\\def\\a{\\a\\a}\\a', false)).toBeUndefined();
    expect(mathTree('\\frac{', false)).toBeUndefined();
  });
});
