/** Set by `tools/start.mjs`; no agent sees it. Only this one value counts, so that it cannot put words into our mouth. */
const startedBy = 'COLLAGILITY_STARTED_BY';

/** The line that runs the bridge with these arguments, as it was started here: in a clone nothing else is on the PATH. */
export function bridgeCommand(args: string, env: Readonly<Record<string, string | undefined>> = process.env): string {
  if (env[startedBy] !== 'npm start') return args === '' ? 'collagility-bridge' : `collagility-bridge ${args}`;
  if (args === '') return 'npm start';
  // npm's own lines must not stand before the program's.
  return args.includes('--json') ? `npm start --silent -- ${args}` : `npm start -- ${args}`;
}
