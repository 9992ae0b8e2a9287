import { render, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Markdown } from './markdown.tsx';

test('a text of 10 MB is drawn as it was written, whole; one of usual length has its structure', async () => {
  const usual = render(<Markdown text={'- one\n- two'} />);
  await waitFor(() => expect(usual.container.querySelectorAll('li')).toHaveLength(2));
  const text = '- item\n'.repeat(1_500_000);
  const { container } = render(<Markdown text={text} />);
  expect(container.querySelector('li')).toBeNull();
  expect(container.textContent).toHaveLength(text.length);
});
