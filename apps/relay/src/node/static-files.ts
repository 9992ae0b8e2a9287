import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { headersFor, parseContentPolicies } from '../security-headers.ts';
import { compressedOnce } from './compressed-once.ts';

/** Files of the build that are for whoever serves it, not for readers. */
const notServed = new Set(['/csp.json', '/_headers', '/_redirects']);

/**
 * The web app's static export with its policies. `/s/<anything>` is the one room page: which room it is stands in the
 * link's fragment and is never requested.
 */
export function staticFiles(webRoot: string, connectTo: () => readonly string[]): Hono {
  const root = resolve(webRoot);
  const policyFile = join(root, 'csp.json');
  if (!existsSync(policyFile)) throw new Error(`No web app in ${webRoot}: csp.json is missing. Build the web app.`);
  const policies = parseContentPolicies(readFileSync(policyFile, 'utf8'));
  const app = new Hono();
  app.use('*', async (context, next) => {
    await next();
    const { path } = context.req;
    const page = context.res.status === 404 ? '/404' : path === '/s' || path.startsWith('/s/') ? '/s' : path;
    for (const [name, value] of Object.entries(headersFor(page, policies, connectTo()))) {
      context.res.headers.set(name, value);
    }
  });
  // Guests load the page over the host's own line. Nothing in these files is secret, so their size may tell of them.
  app.use('*', compressedOnce());
  app.use('*', async (context, next) => {
    if (notServed.has(context.req.path)) return context.notFound();
    return next();
  });
  app.get('*', serveStatic({ root }));
  app.get('/s/*', serveStatic({ root, rewriteRequestPath: () => '/s.html' }));
  app.get('*', serveStatic({ root, rewriteRequestPath: (path) => `${path.replace(/\/$/, '')}.html` }));
  const notFoundPage = existsSync(join(root, '404.html')) ? readFileSync(join(root, '404.html'), 'utf8') : '';
  app.notFound((context) => context.html(notFoundPage, 404));
  return app;
}
