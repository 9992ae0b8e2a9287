import type { ModelBlock, ModelStep } from '@collagility/fixtures/agents/claude/model-step.ts';

// The repository and the model's answers of the README's pictures: an API that delivers webhooks learns to try again.

const deliver = (imports: string, body: string) => `${imports}import { sign } from './sign.ts';

export type Hook = { url: string; secret: string };
export type Post = (hook: Hook, body: string) => Promise<Response>;

export class DeliveryError extends Error {}

/** Delivers one event. The receiver knows it by its id. */
export async function deliver(hook: Hook, event: object, post: Post) {
  const body = sign(hook.secret, JSON.stringify(event));
${body}`;

const before = deliver(
  '',
  `  const res = await post(hook, body);
  if (!res.ok) throw new DeliveryError(\`status \${res.status}\`);
  return res.status;
}
`,
);

const after = deliver(
  "import { maxAttempts, pause } from './backoff.ts';\n",
  `  for (let attempt = 1; ; attempt += 1) {
    const res = await post(hook, body);
    if (res.ok) return res.status;
    if (!isRetryable(res) || attempt === maxAttempts) {
      throw new DeliveryError(\`status \${res.status}\`);
    }
    await pause(attempt);
  }
}

const isRetryable = ({ status }: Response) =>
  status === 429 || status >= 500;
`,
);

const backoff = `export const maxAttempts = 5;

const delayMs = (attempt: number) =>
  Math.min(30_000, 2 ** attempt * 250);

export const pause = (attempt: number) =>
  new Promise((done) => setTimeout(done, delayMs(attempt)));
`;

const tests = `import { rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { deliver } from '../src/webhooks/deliver.ts';

const hook = { url: 'https://receiver.test', secret: 's' };
const answering = (status: number) => async () => new Response(null, { status });

test('a 404 is not tried again', () => rejects(deliver(hook, {}, answering(404)), /404/));
test('gives up after five attempts', () => rejects(deliver(hook, {}, answering(503)), /503/));
`;

/** The files that are committed before anybody comes. */
export const files: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "parcel-api", "type": "module", "scripts": { "test": "node --test" } }\n',
  'README.md': '# Parcel API\n\nEach delivery is signed.\n',
  'src/webhooks/deliver.ts': before,
  'src/webhooks/sign.ts': `import { createHmac } from 'node:crypto';

export const sign = (secret: string, body: string) =>
  createHmac('sha256', secret).update(body).digest('hex') + body;
`,
};

const text = (words: string): ModelBlock => ({ type: 'text', text: words });
const call = (name: string, input: Record<string, unknown>): ModelBlock => ({ type: 'tool_use', name, input });
const used = { inputTokens: 124_000 };

/** A turn before, so that the meter has something to tell. */
export const firstTurn: ModelStep[] = [
  { ...used, content: [text('It throws at once. Whoever called `deliver()` has to try again, and nobody does.')] },
];
export const firstPrompt = 'What happens to a delivery that is answered with 503?';

export const suggestion = 'Retry failed webhook deliveries with backoff. Never retry a 4xx except 429.';
export const waitingCommand = 'npm install --save-dev @sinonjs/fake-timers && npm test';

/** The turn that the pictures show, up to the request that waits. */
export function secondTurn(folder: string): ModelStep[] {
  const path = (name: string) => `${folder}/${name}`;
  const write = (name: string, content: string) => call('Write', { file_path: path(name), content });
  return [
    {
      ...used,
      content: [
        {
          type: 'thinking',
          thinking: 'A retry may repeat a delivery that arrived. The receiver knows it by its id, so that is safe.',
        },
        call('Read', { file_path: path('src/webhooks/deliver.ts') }),
        call('Read', { file_path: path('src/webhooks/sign.ts') }),
        call('Read', { file_path: path('README.md') }),
      ],
    },
    {
      ...used,
      content: [call('Edit', { file_path: path('src/webhooks/deliver.ts'), old_string: before, new_string: after })],
    },
    { ...used, content: [write('src/webhooks/backoff.ts', backoff)] },
    { ...used, content: [write('test/deliver.test.ts', tests)] },
    { ...used, content: [call('Bash', { command: 'node --test --test-timeout=900', description: 'Run the tests' })] },
    {
      ...used,
      content: [
        text(
          'The failing test waits in real time: five attempts take 7.5 s. With a clock of its own it needs none:\n\n```ts\nconst clock = FakeTimers.install();\nconst delivered = deliver(hook, {}, answering(503));\nawait clock.runAllAsync();\nawait rejects(delivered, /503/);\n```\n\nThat takes one package, for the tests only.',
        ),
        call('Bash', { command: waitingCommand, description: 'Add fake timers and run the tests' }),
      ],
    },
  ];
}
