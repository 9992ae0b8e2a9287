import { render } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { RichMarkdown } from './rich-markdown.tsx';

const draw = (text: string, isLive = false) => render(<RichMarkdown text={text} isLive={isLive} />).container;
const bold = (text: string) => [...draw(text).querySelectorAll('strong')].map((element) => element.textContent);

describe('[B57] text of Chinese, Japanese and Korean', () => {
  test.each([
    ['**注意：**请先备份', ['注意：']],
    ['これは**「重要」**です', ['「重要」']],
    ['这是**“引号”**吗', ['“引号”']],
    ['这是**"取出并重置"（take-and-reset）模式**。', ['"取出并重置"（take-and-reset）模式']],
    ['**공개(open)**는 **둘.**이다', ['공개(open)', '둘.']],
    ['中**[链接](http://x.example)**文和**`代码`**字', ['链接', '代码']],
    ['**一。**\n- **二：**三', ['一。', '二：']],
    ['一 **粗体** 和**再**、', ['粗体', '再']],
  ])('%s', (text, strong) => {
    expect(bold(text)).toEqual(strong);
    expect(draw(text).textContent).not.toContain('**');
  });

  test('marks inside of marks are read, in time that does not double with each', () => {
    expect(draw('***「两」***字').querySelector('em strong')?.textContent).toBe('「两」');
    const deep = `${'**「'.repeat(60)}字${'」**'.repeat(60)}`;
    expect(draw(`${deep}。`).textContent).toContain('字');
  });

  test('what is escaped or Latin reads as before', () => {
    expect(draw('\\*\\*「x」**字').textContent).toBe('**「x」**字');
    expect(draw('a**"b"**c').querySelector('strong')).toBeNull();
    expect(bold('say **"b"** now')).toEqual(['"b"']);
  });

  test.each([
    ['请看https://example.com/a，然后', 'https://example.com/a'],
    ['（https://example.com/a）。', 'https://example.com/a'],
    ['「https://example.com/路径」を', 'https://example.com/%E8%B7%AF%E5%BE%84'],
  ])('an address ends where the sentence goes on: %s', (text, href) => {
    const container = draw(text);
    expect([...container.querySelectorAll('a')].map((link) => link.href)).toEqual([href]);
    expect(container.textContent).toBe(text);
  });
});

test.each(['10~20개, 30~40개 정도', 'from ~/a:~/b', '约~5秒~10秒'])(
  '[B57] a single tilde strikes nothing: %s',
  (text) => {
    expect(draw(text).textContent).toBe(text);
    expect(draw(text).querySelector('del')).toBeNull();
    expect(draw('~~gone~~').querySelector('del')?.textContent).toBe('gone');
  },
);
