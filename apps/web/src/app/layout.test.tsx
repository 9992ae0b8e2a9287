import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';

// Files of the font package, which only the page's own build can read.
vi.mock('geist/font/sans', () => ({ GeistSans: { variable: 'sans' } }));
vi.mock('geist/font/mono', () => ({ GeistMono: { variable: 'mono' } }));

// langfuse/langfuse #9888, bayesimpact/bayes-platform #368: a translator in the page broke the text while it streamed.
test('no browser translates the page: what people read is what they sign, and what is said goes to nobody else', async () => {
  const { default: Layout, metadata } = await import('./layout.tsx');
  expect(renderToStaticMarkup(<Layout>text</Layout>)).toContain('<html lang="en" translate="no"');
  expect(metadata.other).toEqual({ google: 'notranslate' });
});
