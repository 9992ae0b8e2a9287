#!/usr/bin/env node
// Any Node can parse this file: it says what is missing before a newer syntax or module could fail.
const oldest = [22, 18];
const running = process.versions.node.split('.').map(Number);

if (running[0] < oldest[0] || (running[0] === oldest[0] && running[1] < oldest[1])) {
  process.stderr.write(
    `collagility-bridge needs Node ${oldest.join('.')} or newer; this is ${process.versions.node}. Install a newer one from https://nodejs.org and run the command again.\n`,
  );
  process.exitCode = 78;
} else {
  // Node 22 announces node:sqlite as experimental on stderr; every other warning stays.
  const emitWarning = process.emitWarning;
  process.emitWarning = (warning, ...rest) => {
    const type = typeof rest[0] === 'string' ? rest[0] : rest[0]?.type;
    if (type === 'ExperimentalWarning' && String(warning).includes('SQLite')) return;
    emitWarning.call(process, warning, ...rest);
  };
  const { main } = await import('../dist/cli.mjs');
  await main(process.argv.slice(2));
}
