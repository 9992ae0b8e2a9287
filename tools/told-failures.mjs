// What failed, in a few lines at the end: a record of a long run often keeps nothing but its end.

const firstLine = (text) =>
  (text ?? '')
    .replace(/\u001b\[[0-9;]*m/g, '')
    .trim()
    .split('\n')[0]
    .slice(0, 300);
const failedLine = (title, message) => `✗ ${title}${message === '' ? '' : `: ${message}`}`;

/** Lines for a vitest JSON report; a file that could not be collected counts too. */
export function vitestFailures({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [failedLine(name, firstLine(message))];
    return failed.map(({ fullName, failureMessages }) => failedLine(fullName, firstLine(failureMessages?.[0])));
  });
}

/** Lines for a Playwright JSON report, also for what passed only at the second try. */
export function playwrightFailures(report) {
  const tests = specsOf(report).flatMap(({ title, file, tests }) => tests.map((test) => ({ title, file, test })));
  const collecting = (report.errors ?? []).map(({ message }) => failedLine('stories', firstLine(message)));
  const ended = tests.flatMap(({ title, file, test }) => {
    if (test.status !== 'unexpected' && test.status !== 'flaky') return [];
    const name = `[${test.projectName}] ${file} ${title}`;
    const message = firstLine(test.results.find(({ error }) => error !== undefined)?.error.message);
    return [test.status === 'flaky' ? `second try: ${name}: ${message}` : failedLine(name, message)];
  });
  return [...collecting, ...ended];
}

function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}
