import { defineConfig, devices } from '@playwright/test';

const executablePath = process.env.CHROMIUM_PATH;

/** What these show is the page's and the bridge's own work on frames that any relay forwards: once is enough. */
const ofThePage = [
  'accessible',
  'agents',
  'answers',
  'changes',
  'desk',
  'first-load',
  'full-desk',
  'keys',
  'markup',
  'phone-agents',
  'phone-invite',
  'phone-keyboard',
  'phone-parts',
  'phone-prompts',
  'phone-two-people',
  'told',
  'transcript',
];

/** The same stories over both relays, embedded in the bridge and on Durable Objects, but those of the page alone. */
export default defineConfig({
  testDir: './stories',
  timeout: 120_000,
  // A story asks for what must come, not for how fast: the benchmarks do that.
  expect: { timeout: 20_000 },
  // Stories wait for processes and for each other's pages: two cores bear three.
  workers: 3,
  // Real processes, sockets and a shared machine: a second try on CI only, and it is printed as flaky.
  retries: process.env.CI ? 1 : 0,
  fullyParallel: true,
  forbidOnly: true,
  reporter: [['list']],
  outputDir: '../.test-output/playwright',
  use: {
    ...devices['Desktop Chrome'],
    // A failure leaves the page as it was; `--trace on` keeps all of a story, and slows it down.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-dev-shm-usage',
      ],
    },
  },
  projects: [
    { name: 'node', metadata: { relay: 'node' } },
    {
      name: 'worker',
      metadata: { relay: 'worker' },
      testIgnore: ofThePage.map((name) => `**/${name}.spec.ts`),
    },
  ],
});
